import { testFaults } from './lib/faultTests';
import { uploadSteps } from './steps/uploads';

testFaults('uploads', uploadSteps);
