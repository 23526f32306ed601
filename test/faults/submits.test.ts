import { testFaults } from './lib/faultTests';
import { downloadSteps, figureStep, submitSteps } from './steps/submits';

testFaults('submits', [...submitSteps, figureStep, ...downloadSteps]);
