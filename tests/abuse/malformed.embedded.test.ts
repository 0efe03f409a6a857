import { describeMalformed } from './harness/describeMalformed.ts'

describeMalformed('embedded')
