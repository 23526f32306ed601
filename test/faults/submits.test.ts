import { testFaults } from './lib/faultTests';
import { downloadStep, figureStep, submitSteps } from './steps/submits';

testFaults('submits', [...submitSteps, figureStep, downloadStep]);
