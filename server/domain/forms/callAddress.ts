import { Refused } from '../../../contract/Refused.ts'
import { type Model, RecordSave } from '../../../contract/endpoints/records.ts'
import type { App } from '../app.ts'
import { applyWrite } from '../records/applyWrite.ts'
import { anonymous } from '../records/person.ts'
import { getRecord } from '../records/listRecords.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import type { Person } from '../sign-in/person.ts'
import { actionsOfSave } from './actionsOfSave.ts'
import { atOnce } from '../actions/callAction.ts'
import { actionNames } from '../actions/namedActions.ts'
import { text } from '../../i18n/text.ts'

export interface AddressCall {
  readonly method: 'POST' | 'PATCH'
  /** The path after `/api/`. */
  readonly path: string
  readonly body: Model
  readonly person: Person | undefined
  readonly device: string
  /** Set for a call that waited in an outbox. */
  readonly headers: WriteHeaders | undefined
}

interface Address {
  readonly method: 'POST' | 'PATCH'
  readonly pattern: RegExp
  answer(app: App, call: AddressCall, parts: readonly string[]): Promise<{ body: Model; replayed: boolean }>
}

/**
 * The addresses that `url.post`, `url.patch` and links with `post:`, `patch:` or `action:` may name. A new
 * address is a new line here.
 */
const addresses: readonly Address[] = [
  { method: 'POST', pattern: /^forms\/([^/]+)$/, answer: newRecord },
  { method: 'PATCH', pattern: /^forms\/([^/]+)\/([^/]+)$/, answer: changeRecord },
]

/** Calls an address, once per key. Throws Refused 404 for an unknown address. */
export async function callAddress(app: App, call: AddressCall): Promise<{ body: Model; replayed: boolean }> {
  for (const { method, pattern, answer } of addresses) {
    const match = method === call.method ? pattern.exec(call.path) : null
    if (match) return answer(app, call, match.slice(1))
  }
  throw new Refused(404, 'NOT_FOUND', text('There is no action at this address.'), {
    details: [
      {
        path: 'address',
        message: `expected POST /api/forms/{form}, PATCH /api/forms/{form}/{record}, /api/data/{record} or POST /api/rpc/ and one of ${[...actionNames].join(', ')}`,
      },
    ],
  })
}

/** `POST /api/forms/{form}`: creates a record with these attributes. The key of the call becomes its id. */
async function newRecord(app: App, { body, person, device, headers }: AddressCall, [form]: readonly string[]) {
  const write = headers ?? atOnce(person?.uid ?? anonymous, device)
  const path = `forms/${form}/${write.opId}`
  const save = saveOf(body)
  const { run, former } = await actionsOfSave(app, { path, body: save, person })
  const answer = await applyWrite(app.storage, {
    method: 'POST',
    path,
    headers: { ...write, baseRev: 0, parentOp: undefined },
    body: save,
    person,
    actions: run,
    formerActions: former,
  })
  return { body: answer.body, replayed: answer.replayed }
}

/**
 * `PATCH /api/forms/{form}/{record}`: sets these attributes and overwrites their values: the button expresses
 * the decision.
 */
async function changeRecord(app: App, { body, person, device, headers }: AddressCall, [form, id]: readonly string[]) {
  if (!person) throw new Refused(401, 'NOT_AUTHORIZED', text('You need to be logged in to do that.'))
  const path = `forms/${form}/${id}`
  const own = atOnce(person.uid, device)
  // A direct call is not part of the order of the saves of its device.
  const write = headers ?? { ...own, device: `at-once:${own.opId}` }
  for (let attempt = 0; ; attempt++) {
    const { rev, model } = await getRecord(app.storage, { path, person })
    const save = saveOf(body)
    const { run, former } = await actionsOfSave(app, { path, body: save, person })
    try {
      const answer = await applyWrite(app.storage, {
        method: 'PATCH',
        path,
        headers: { ...write, baseRev: rev },
        body: { feed: false, ...save, base: model },
        person,
        actions: run,
        formerActions: former,
      })
      return { body: answer.body, replayed: answer.replayed }
    } catch (error) {
      // Another change was saved at the same moment: try again, because the decision still applies.
      if (!(error instanceof Refused && error.code === 'conflict') || attempt === 3) throw error
    }
  }
}

const saveKeys = new Set(Object.keys(RecordSave.def.shape))

/** Accepts plain attributes, or a whole save: `{payload, feed, rpc, …}`. */
function saveOf(body: Model): Model {
  const { clientAt, skewMs, ...rest } = body
  const times = { ...(clientAt !== undefined && { clientAt }), ...(skewMs !== undefined && { skewMs }) }
  const isSave = typeof rest['payload'] === 'object' && Object.keys(rest).every((key) => saveKeys.has(key))
  return isSave ? body : { payload: rest, ...times }
}
