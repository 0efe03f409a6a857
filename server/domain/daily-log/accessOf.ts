import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sourceNames } from '../../../contract/endpoints/projects.ts'
import type { LogAccess, LogMessage } from '../../adapters/daily-log/dailyLog.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { accessToken, openIfPossible } from '../sign-in/loginTokens.ts'

/** For whom an entry is written. */
export interface Author {
  /** The owner of the bot. */
  readonly uid: string
  readonly name: string
  /** The billing account of the project. */
  readonly billing: string | null
  /** The system with the log; undefined for the built-in log, which needs no login. */
  readonly source: 'construction' | 'construction-sandbox' | undefined
}

/** The entry waits: there is no login to write it with. */
export class LoginNeeded extends Error {
  readonly messages: readonly LogMessage[]
  /** The billing account whose service account the system refused. */
  readonly refusedBilling: string | undefined
  constructor({ name, source, billing }: Author, refused?: LogAccess) {
    super('no login to write the daily log with')
    this.name = 'LoginNeeded'
    const system = sourceNames[source ?? 'construction']
    const isService = refused?.kind === 'service'
    this.refusedBilling = isService ? (billing ?? undefined) : undefined
    const message = isService
      ? `${system} refuses the service account of the billing account. Enter its client ID and secret again there. Or ${name}, the owner of this bot, links a login under "Where you are signed in". The entry is written then.`
      : `${system} accepts no login of ${name}, the owner of this bot. ${name} links it again under "Where you are signed in". The entry is written then.`
    this.messages = [{ type: 'error', message }]
  }
}

/**
 * Returns the rights to write with: the login of the bot's owner, otherwise the service account of the billing
 * account (decision 0079). `refused`: the system did not accept these. Throws LoginNeeded.
 */
export async function accessOf(app: App, author: Author, refused?: LogAccess): Promise<LogAccess> {
  if (author.source === undefined) return { kind: 'login', token: '' }
  const old = refused?.kind === 'login' ? refused.token : undefined
  const token = await accessToken(app, author.uid, author.source, old)
  if (token !== undefined) return { kind: 'login', token }
  const service = author.billing === null ? undefined : await serviceAccountOf(app, author.billing)
  if (!service) throw new LoginNeeded(author)
  // Sealed with another secret of the server: a person has to enter it again.
  if (service.clientSecret === undefined) throw new LoginNeeded(author, { ...service, clientSecret: '' })
  return { ...service, clientSecret: service.clientSecret }
}

const ServiceRow = z.object({ id: z.nullable(z.string()), secret: z.nullable(z.string()) })

/** `clientSecret` is undefined if the server cannot open it. */
interface ServiceAccount {
  readonly kind: 'service'
  readonly clientId: string
  readonly clientSecret: string | undefined
}

async function serviceAccountOf(app: App, billing: string): Promise<ServiceAccount | undefined> {
  const [found] = await rows(
    app.storage.db,
    ServiceRow,
    sql`select model ->> 'procoreServiceAccountClientId' as id, model ->> 'procoreServiceAccountClientSecret' as secret
        from billing_accounts where id = ${billing} and not deleted and model ->> 'hasProcoreServiceAccount' = 'Yes'`,
  )
  if (!found?.id || !found.secret) return undefined
  return { kind: 'service', clientId: found.id, clientSecret: openIfPossible(app, 'billing', found.secret) }
}
