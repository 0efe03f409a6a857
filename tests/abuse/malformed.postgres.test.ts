import { describeMalformed } from './harness/describeMalformed.ts'

describeMalformed('postgres')
