import { Refused } from '../../../contract/Refused.ts'
import { mayInBilling } from '../access/billingRole.ts'
import type { EntityWriter } from '../entities/entityKind.ts'
import { writeNamedRow } from './writeNamedRow.ts'
import { text } from '../../i18n/text.ts'

/**
 * `/api/data/billing/{id}/permitTypes/{key}`: the certification types of a billing account, for its Owners
 * and Administrators.
 */
export const writePermitType: EntityWriter = async (tx, { segments, payload, me }) => {
  const [, id = '', list, key, ...more] = segments
  if (list !== 'permitTypes' || key === undefined || more.length > 0)
    throw new Refused(404, 'NOT_FOUND', text('Certification types are written at /api/data/billing/ID/permitTypes/KEY.'))
  if (!(await mayInBilling(tx, me, id, 'list.edit'))) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  return writeNamedRow(tx, { parent: id, list, key, payload })
}
