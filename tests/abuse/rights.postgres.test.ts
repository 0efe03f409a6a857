import { describeRights } from './harness/describeRights.ts'

describeRights('postgres')
