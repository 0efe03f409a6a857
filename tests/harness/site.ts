import type { Model, RecordSave } from '../../contract/endpoints/records.ts'
import { applyWrite, type WriteRequest } from '../../server/domain/records/applyWrite.ts'
import type { WriteHeaders } from '../../server/domain/records/writeHeaders.ts'
import { forms, members, people, teams } from '../../server/storage/schema.ts'
import type { Storage } from '../../server/storage/storage.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 letters and digits. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]).join('')

/**
 * A site with one user per role, an outsider from another team, a form for the team, and a public form for
 * everyone with the link.
 */
export interface Site {
  readonly team: string
  readonly owner: string
  readonly administrator: string
  readonly member: string
  readonly worker: string
  readonly stranger: string
  readonly form: string
  readonly publicForm: string
  /** Path of a new record. */
  newPath(form?: string): string
}

/** Every call creates another site, so that tests do not see each other's records. */
export async function seedSite({ db }: Storage): Promise<Site> {
  const suffix = newId().slice(0, 8).toLowerCase()
  const uid = (name: string) => `${name}-${suffix}`
  const [team, otherTeam] = [uid('team'), uid('other')]
  const [owner, administrator, member, worker, stranger] = ['owner', 'administrator', 'member', 'worker', 'stranger'].map(uid) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await db.insert(people).values([owner, administrator, member, worker, stranger].map((id) => ({ uid: id, name: id })))
  await db.insert(teams).values([team, otherTeam].map((id) => ({ id, name: id })))
  await db.insert(members).values([
    { team, uid: owner, role: 'Owner' },
    { team, uid: administrator, role: 'Administrator' },
    { team, uid: member, role: 'Member' },
    { team, uid: worker, role: 'Worker' },
    { team: otherTeam, uid: stranger, role: 'Owner' },
  ])
  const [form, publicForm] = [uid('hazard'), uid('visitor')]
  const settings = { name: 'Hazard report', children: [] }
  await db.insert(forms).values([
    { key: form, team, settings, version: '1' },
    { key: publicForm, team, settings, version: '1', public: true },
  ])
  return { team, owner, administrator, member, worker, stranger, form, publicForm, newPath: (name = form) => `forms/${name}/${newId()}` }
}

/** Sequence numbers of a device that all tests share; they only have to increase. */
let seq = 0

export interface Saving extends Partial<WriteHeaders> {
  readonly path: string
  readonly payload: Model
  /** uid; absent for an anonymous request. */
  readonly by?: string
  readonly method?: 'POST' | 'PATCH'
  readonly body?: Partial<RecordSave>
  readonly request?: Partial<WriteRequest>
}

/** A save as a device sends it. */
export function writeRequest({ path, payload, by, method = 'POST', body, request, ...headers }: Saving): WriteRequest {
  return {
    method,
    path,
    headers: { opId: newId(), actor: by ?? 'anonymous', device: 'tablet-1', seq: ++seq, ...headers },
    body: { payload, ...body },
    person: by === undefined ? undefined : { uid: by },
    ...request,
  }
}

export const save = (storage: Storage, saving: Saving) => applyWrite(storage, writeRequest(saving))
