export { locator, type LocatorSpec } from './locator';
export { lookups, type ListSearchMethod, type LoadOptionsMethod } from './methods';
