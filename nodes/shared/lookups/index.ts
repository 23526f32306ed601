export { locator } from './locator';
export { lookups } from './methods';
