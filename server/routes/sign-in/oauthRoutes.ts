import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../../contract/Refused.ts'
import {
  finishLogin,
  loginFinished,
  loginMinutes,
  LoginMode,
  loginProviders,
  samlMetadata,
  unlinkLogin,
} from '../../../contract/endpoints/oauth.ts'
import { type App, addressOf } from '../../domain/app.ts'
import { addressGroup, countAgainst, limits, overLimit } from '../../domain/limits/limits.ts'
import {
  beginLogin,
  endLogin,
  finishLogin as finish,
  endFormLogin,
  linkLogin,
  type LoginReturn,
  metadataFor,
  providerOf,
} from '../../domain/sign-in/beginLogin.ts'
import { unlinkLogin as unlink } from '../../domain/sign-in/loginTokens.ts'
import type { ServeSettings } from '../../http/identify.ts'
import { cookieOptions } from '../../http/cookieNames.ts'
import { faultFields } from '../../http/faultFields.ts'
import { serve } from '../../http/serve.ts'
import { answerSignIn } from './signInRoutes.ts'
import { text } from '../../i18n/text.ts'

/** Cookie that remembers the log-in while the person is at the other system. */
const awayCookie = 'muster_login'

export const oauthRoutes = [
  serve(
    loginProviders,
    (call) => ({
      providers: call.app.loginProviders.map(({ key, name }) => ({ key, ...(name !== undefined && { name }) })),
    }),
    // A person with an ended session may sign in again.
    { anyActor: true },
  ),
  serve(
    finishLogin,
    async (call) => {
      await countAgainst(call.app, limits.logins, addressGroup(call.address))
      if (call.body.link) {
        if (!call.person) return { success: false, code: 'NOT_AUTHORIZED' }
        if (call.impersonated) throw new Refused(403, 'actor_mismatch', text('Stop impersonating first.'))
        const code = await linkLogin(call.app, call.person, call.body)
        return code ? { success: false, code } : { success: true, uid: call.person.uid }
      }
      const outcome = await finish(call.app, call.body)
      return 'signup' in outcome ? { success: false, signup: outcome.signup } : answerSignIn(call, outcome)
    },
    { anyActor: true },
  ),
  serve(unlinkLogin, async (call) => {
    if (call.impersonated) throw new Refused(403, 'actor_mismatch', text('Stop impersonating first.'))
    await unlink(call.app, call.me, call.body.provider)
    return {}
  }),
]

/** The ticket is in the fragment, which browsers never send to a server or a log. */
function finishedAddress(back: LoginReturn): string {
  const told = new URLSearchParams({
    ...(back.challenge !== undefined && { for: back.challenge }),
    ...('ticket' in back ? { ticket: back.ticket } : { error: back.code }),
  })
  return `${loginFinished}#${told.toString()}`
}

/** Bytes of a form with the answer of a provider. */
const formLimit = 400 * 1024

/** A browser shows what these addresses answer, so a person who has to wait is sent to a page that says so. */
const tooMany: LoginReturn = { challenge: undefined, code: 'TOO_MANY_REQUESTS' }

interface FormAnswers {
  readonly isTooMany: (request: FastifyRequest) => Promise<boolean>
  readonly known: (request: FastifyRequest) => NonNullable<ReturnType<typeof providerOf>>
  readonly originOf: (request: FastifyRequest) => string
}

/**
 * The answer of a SAML provider: its page posts a form across sites, so it brings no cookie of ours, and no wall
 * against foreign forms may stop it. Only an answer to a request in the database does anything: it makes a ticket
 * for the page that began the login. `RelayState` names that request and is never an address.
 */
function addFormAnswers(fastify: FastifyInstance, app: App, { known, originOf, isTooMany }: FormAnswers): void {
  fastify.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formLimit }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)))
    })
    own.post('/oauth/callback/:provider', async (request, reply) => {
      const provider = known(request)
      const answer = request.body
      if (!provider.answersByForm || !(answer instanceof URLSearchParams)) throw new Refused(404, 'NOT_FOUND', text('Not Found'))
      if (await isTooMany(request)) return reply.header('cache-control', 'no-store').redirect(finishedAddress(tooMany), 303)
      const back = await endFormLogin(app, { provider, origin: originOf(request), answer })
      // 303: the browser fetches the page, and does not post the form again.
      return reply.header('cache-control', 'no-store').redirect(back ? finishedAddress(back) : `/login?with=${provider.key}`, 303)
    })
  })

  fastify.get(samlMetadata, async (request, reply) => {
    const metadata = metadataFor(app, { key: 'saml', origin: originOf(request) })
    if (metadata === undefined) throw new Refused(404, 'NOT_FOUND', text('This server does not know the system to sign in with.'))
    return reply.type('application/samlmetadata+xml').send(metadata)
  })
}

/**
 * The URLs that the browser visits on its way to another system and back. `demo` answers for the systems of
 * the demo.
 */
export function addOauth(
  fastify: FastifyInstance,
  app: App,
  settings: ServeSettings & { readonly demoLogin?: ((request: Request) => Promise<Response>) | undefined },
): void {
  const originOf = (request: FastifyRequest) => addressOf(app, `${request.protocol}://${request.host}`)
  const known = (request: FastifyRequest) => {
    const provider = providerOf(app, (request.params as { provider: string }).provider)
    if (!provider) throw new Refused(404, 'NOT_FOUND', text('This server does not know the system to sign in with.'))
    return provider
  }
  // Always SameSite=Lax, even if other sites frame our pages: these URLs open in a separate window.
  const cookie = (request: FastifyRequest) => ({ ...cookieOptions({ ...settings, framedElsewhere: false }, request), path: '/oauth' })
  const isTooMany = async (request: FastifyRequest) => (await overLimit(app, limits.logins, addressGroup(request.ip))) > 0
  const go = (reply: FastifyReply, address: string) => reply.header('cache-control', 'no-store').redirect(address, 302)

  fastify.get('/oauth/authorize/:provider', async (request, reply) => {
    const provider = known(request)
    const { challenge, state = 'web', again } = request.query as { challenge?: unknown; state?: unknown; again?: unknown }
    // Only a page of ours can finish a log-in, because it has the challenge; other visitors start at the
    // log-in page. So does a frame, which opens a window from there: other systems refuse to be framed.
    const isFrame = request.headers['sec-fetch-dest'] === 'iframe'
    if (!LoginMode.safeParse(state).success || isFrame || typeof challenge !== 'string' || !/^[\w-]{43}$/.test(challenge))
      return go(reply, `/login?with=${provider.key}`)
    if (await isTooMany(request)) return go(reply, finishedAddress({ ...tooMany, challenge }))
    const begun = await beginLogin(app, { provider, origin: originOf(request), challenge, askAgain: again === '1' }).catch(
      (error: unknown) => {
        request.log.error(faultFields(error), 'fault')
        return undefined
      },
    )
    if (!begun) return go(reply, finishedAddress({ challenge, code: 'UNAVAILABLE' }))
    if (begun.cookie !== undefined) reply.setCookie(awayCookie, begun.cookie, { ...cookie(request), maxAge: loginMinutes * 60 })
    return go(reply, begun.address)
  })

  fastify.get('/oauth/callback/:provider', async (request, reply) => {
    const provider = known(request)
    // Its answers come as forms; a state in a cookie is never theirs.
    if (provider.answersByForm) return go(reply, `/login?with=${provider.key}`)
    if (await isTooMany(request)) return go(reply, finishedAddress(tooMany))
    const back = await endLogin(app, {
      provider,
      origin: originOf(request),
      sealed: request.cookies[awayCookie],
      answer: new URL(request.url, originOf(request)).searchParams,
    })
    reply.clearCookie(awayCookie, cookie(request))
    return go(reply, finishedAddress(back))
  })

  addFormAnswers(fastify, app, { known, originOf, isTooMany })

  const { demoLogin } = settings
  if (!demoLogin) return
  fastify.get('/oauth/demo/*', async (request, reply) => {
    const languages = request.headers['accept-language']
    const answer = await demoLogin(
      new Request(new URL(request.url, originOf(request)), { headers: { ...(languages && { 'accept-language': languages }) } }),
    )
    for (const [name, value] of answer.headers) reply.header(name, value)
    return reply
      .protectAs('loginWindow')
      .status(answer.status)
      .send(Buffer.from(await answer.arrayBuffer()))
  })
}
