import { describeRights } from './harness/describeRights.ts'

describeRights('embedded')
