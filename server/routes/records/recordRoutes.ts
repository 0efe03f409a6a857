import { searchArrived } from '../../../contract/endpoints/site/arrived.ts'
import { lookedAt } from '../../../contract/endpoints/attention.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { decidePermit } from '../../../contract/endpoints/permits.ts'
import { isFormRecord } from '../../../contract/rules/mayGrantBring.ts'
import { getLosses } from '../../../contract/endpoints/losses.ts'
import {
  cancelOp as cancel,
  getFeed,
  getRecord,
  listRecords,
  patchRecord,
  reconcileOutbox,
  saveRecord,
  sendMessage,
  writeHeaders,
} from '../../../contract/endpoints/records.ts'
import type { App } from '../../domain/app.ts'
import { answerOfSave } from '../../domain/forms/answerOfSave.ts'
import type { PublishedForm } from '../../domain/forms/publishedForm.ts'
import { actionsOfSave, namesActions, noActions } from '../../domain/forms/actionsOfSave.ts'
import { writeEntity } from '../../domain/entities/writeEntity.ts'
import { recordForReader, recordsForList } from '../../domain/forms/recordForReader.ts'
import { formOf, keptFormOf } from '../../domain/files/checkPhotos.ts'
import { jobsOfSave } from '../../domain/conversations/jobsOfSave.ts'
import { countAnonymousWrite } from '../../domain/limits/anonymousWrite.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { decidePermit as decide } from '../../domain/permits/decidePermit.ts'
import { anonymous } from '../../domain/records/person.ts'
import { applyWrite, FormChanged, type WriteRequest } from '../../domain/records/applyWrite.ts'
import { lookAt } from '../../domain/records/lateSaves.ts'
import { addMessage, readFeed } from '../../domain/records/readFeed.ts'
import { losses, noteLosses } from '../../domain/records/losses.ts'
import { getRecord as readRecord, listRecords as readRecords } from '../../domain/records/listRecords.ts'
import { cancelOp, reconcileOps } from '../../domain/records/reconcileOps.ts'
import { languageOf } from '../../domain/pages/pageData.ts'
import { searchArrived as searchIn } from '../../domain/pages/searchArrived.ts'
import { type Call, serve } from '../../http/serve.ts'
import { entityKindOf } from './entityKinds.ts'

async function write(method: 'POST' | 'PATCH', call: Call<typeof saveRecord>) {
  const { app, params, body, person, write: headers } = call
  if (!person) await countAnonymousWrite(app, call)
  const path = params['*']
  const entity = entityKindOf(path)
  const request = { method, path, headers, body, isParsed: true, person }
  const { answer, form } = entity
    ? { answer: await writeEntity(app, entity, { method, path, headers, body, person }), form: undefined }
    : await writeRecord(app, request)
  if (answer.replayed) call.replyHeader(writeHeaders.replayed, 'true')
  return form?.settings.saved ? { ...answer.body, ...(await answerOfSave(app, { path, form, person })) } : answer.body
}

/** Stores a record with the jobs and actions of its form. Begins again with the newest form if it was published meanwhile. */
async function writeRecord(app: App, request: WriteRequest & Pick<Call<typeof saveRecord>, 'body' | 'person'>) {
  const { path, body, person } = request
  const store = async (form: PublishedForm | undefined, expected?: PublishedForm) => {
    const { run: actions, former: formerActions } = namesActions(body) ? await actionsOfSave(app, { path, body, person, form }) : noActions
    const jobs = jobsOfSave(app, { path, payload: body.payload, actor: person?.uid ?? anonymous, form })
    return applyWrite(app.storage, { ...request, actions, formerActions, jobs, form: expected })
  }
  // A kept form may be older than the one that names the action: the save would be refused before the versions are compared.
  const kept = (namesActions(body) ? undefined : keptFormOf(app, path)) ?? (await formOf(app, path))
  try {
    const answer = await store(kept, kept)
    // The answer to a repeated save says nothing about the form.
    return { answer, form: answer.replayed ? await formOf(app, path) : kept }
  } catch (error) {
    if (!(error instanceof FormChanged)) throw error
    const form = await formOf(app, path)
    return { answer: await store(form), form }
  }
}

const formRecords = { byGrant: (params: Readonly<Record<string, string>>) => isFormRecord(params['*'] ?? '') }

export const recordRoutes = [
  serve(saveRecord, (call) => write('POST', call), formRecords),
  serve(patchRecord, (call) => write('PATCH', call), formRecords),
  serve(getRecord, async ({ app, params, me }) =>
    recordForReader(app, await readRecord(app.storage, { path: params['*'], person: me }), me),
  ),
  serve(listRecords, async ({ app, params, me, query }) => {
    const path = params['*']
    const { records, ...rest } = await readRecords(app.storage, { path, person: me, ...query })
    return { records: await recordsForList(app, path, records), ...rest }
  }),
  serve(searchArrived, ({ app, me, params, query, languages }) =>
    searchIn(app, me, { ...params, ...query, lang: languageOf(query.lang ?? null, me, languages) }),
  ),
  serve(getFeed, (call) => readFeed(call.app.storage, { path: call.params['*'], person: call.me, ...call.query })),
  serve(
    sendMessage,
    async (call) => {
      const { app, params, body, person, write: headers } = call
      if (!person) await countAnonymousWrite(app, call)
      const answer = await addMessage(app.storage, { path: params['*'], headers, person, ...body })
      if (answer.replayed) call.replyHeader(writeHeaders.replayed, 'true')
      return answer.body
    },
    formRecords,
  ),
  serve(lookedAt, async (call) => {
    const { app, params, body, me, write: headers } = call
    const done = await lookAt(app.storage, { path: params['*'], headers, person: me, ...body })
    if (done.replayed) call.replyHeader(writeHeaders.replayed, 'true')
    return done.body as AnswerOf<typeof lookedAt>
  }),
  serve(decidePermit, async (call) => {
    const { app, params, body, me, write: headers } = call
    const done = await decide(app.storage, { path: params['*'], headers, person: me, ...body })
    if (done.replayed) call.replyHeader(writeHeaders.replayed, 'true')
    return done.body as AnswerOf<typeof decidePermit>
  }),
  serve(reconcileOutbox, async ({ app, body: { opIds, lost }, person, device }) => {
    // Losses are shown to a person; without a signed-in person there is none to show them to.
    if (lost && person) await noteLosses(app.storage, { opIds, lost, person, device })
    return await reconcileOps(app.storage, { opIds, person, device })
  }),
  serve(getLosses, ({ app, me }) => losses(app.storage, me)),
  serve(
    cancel,
    async ({ app, params, person, device, address }) => {
      if (person) await countAgainst(app, limits.cancelsPerPerson, person.uid)
      else {
        const from = addressGroup(address)
        await countAgainst(app, limits.anonymousCancels, from)
        await countAgainst(app, limits.anonymousCancelsPerDevice, `${from} ${device}`)
      }
      return cancelOp(app.storage, { opId: params.opId, person, device })
    },
    { byGrant: true },
  ),
]
