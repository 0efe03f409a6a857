import { patchAction, postAction, rpc, shortLink } from '../../../contract/endpoints/actions.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type Language, preferredLanguage } from '../../../contract/reference/languages.ts'
import { type Model, writeHeaders } from '../../../contract/endpoints/records.ts'
import { callAddress } from '../../domain/forms/callAddress.ts'
import { callAction } from '../../domain/actions/callAction.ts'
import { countAnonymousWrite } from '../../domain/limits/anonymousWrite.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { makeShortLink } from '../../domain/pages/makeShortLink.ts'
import { type Call, serve } from '../../http/serve.ts'

type AnyCall = Pick<Call<Endpoint>, 'app' | 'person' | 'address' | 'languages' | 'replyHeader'>

const languageOf = ({ person, languages }: AnyCall): Language =>
  person?.lang ?? preferredLanguage((languages ?? '').split(',').map((one) => (one.split(';')[0] ?? '').trim()))

async function counted(call: AnyCall): Promise<void> {
  if (!call.person) await countAgainst(call.app, limits.anonymousActions, addressGroup(call.address))
}

function answered(call: AnyCall, { body, replayed }: { body: Model; replayed: boolean }): Model {
  if (replayed) call.replyHeader(writeHeaders.replayed, 'true')
  return body
}

const atAddress = (method: 'POST' | 'PATCH') => async (call: Call<typeof postAction>) => {
  await counted(call)
  if (!call.person) await countAnonymousWrite(call.app, call)
  const { app, params, body, person, device, queued } = call
  return answered(call, await callAddress(app, { method, path: params['*'], body, person, device, headers: queued }))
}

export const actionRoutes = [
  serve(
    rpc,
    async (call) => {
      await counted(call)
      const { app, params, person, device, queued } = call
      const { path, input = {}, clientAt, skewMs } = call.body
      const asked = { name: params.name, path, input, person, device, language: languageOf(call), headers: queued, clientAt, skewMs }
      return answered(call, await callAction(app, asked))
    },
    { mayBeQueued: true },
  ),
  serve(shortLink, async (call) => {
    await countAgainst(call.app, limits.shortLinks, call.person?.uid ?? addressGroup(call.address))
    const search = new URLSearchParams(call.search)
    search.delete('json')
    return makeShortLink(call.app, {
      target: call.params['*'],
      search: search.toString(),
      person: call.person,
      device: call.device,
      origin: call.origin,
    })
  }),
  serve(postAction, atAddress('POST'), { mayBeQueued: true }),
  serve(patchAction, atAddress('PATCH'), { mayBeQueued: true }),
]
