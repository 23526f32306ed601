import { testFaults } from './lib/faultTests';
import { readingSteps } from './steps/all';

testFaults('reading', readingSteps);
