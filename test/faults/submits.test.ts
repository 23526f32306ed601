import { testFaults } from './lib/faultTests';
import { submittingSteps } from './steps/all';

testFaults('submits', submittingSteps);
