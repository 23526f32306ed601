import { testFaults } from './lib/faultTests';
import { sendingSteps } from './steps/all';

testFaults('sending', sendingSteps);
