import { walksOf } from './walksOf.ts'

// A file of its own, so that two workers share the roles.
walksOf(['Manager', 'Foreman', 'Product administrator'])
