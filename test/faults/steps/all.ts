import { readSteps } from './reads';
import { downloadSteps, figureStep, submitSteps } from './submits';
import { triggerSteps } from './triggers';
import { uploadSteps } from './uploads';
import type { Step } from '../lib/step';

/** All columns of the table. */
export const STEPS: readonly Step[] = [
	...uploadSteps,
	...submitSteps,
	figureStep,
	...downloadSteps,
	...readSteps,
	...triggerSteps,
];
