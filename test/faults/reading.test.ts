import { testFaults } from './lib/faultTests';
import { readSteps } from './steps/reads';
import { triggerSteps } from './steps/triggers';

testFaults('reading', [...readSteps, ...triggerSteps]);
