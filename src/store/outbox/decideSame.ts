import { samePath, type SameRecord, sameWho } from '../../../contract/endpoints/site/SameRecord.ts'
import type { SamePair } from '../../../contract/rules/presence.ts'
import { newId } from '../../lib/newId.ts'
import { queueAdded } from './queueAdded.ts'

/** Stores on the device what a manager decides about two people of a project. Rejects with NotSaved. */
export async function decideSame(team: string, { stays, was }: SamePair, isSame: boolean): Promise<void> {
  const decision: Omit<SameRecord, 'at' | 'skewMs'> = { stays: sameWho(stays), was: sameWho(was), isSame }
  await queueAdded(samePath(team, newId()), decision, `${stays.name} · ${was.name}`)
}
