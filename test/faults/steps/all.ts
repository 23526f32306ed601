import { readSteps } from './reads';
import { downloadSteps, figureStep, submitSteps } from './submits';
import { triggerSteps } from './triggers';
import { uploadSteps } from './uploads';
import type { Step } from '../lib/step';

/** What brings tasks to the service, and their results back. */
export const submittingSteps: readonly Step[] = [...submitSteps, figureStep, ...downloadSteps];

/** What only asks. */
export const readingSteps: readonly Step[] = [...readSteps, ...triggerSteps];

/** All columns of the tables. */
export const STEPS: readonly Step[] = [...uploadSteps, ...submittingSteps, ...readingSteps];
