import { secondTry } from './clock';

secondTry();
