import { OutsideFailed, type SourceSystem } from '../sourceSystem.ts'

/** A system that answers lists over REST to a service account (OAuth 2, client credentials). */
export interface RestSettings {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The scope of the token; absent: all rights of the account. */
  readonly scope?: string | undefined
  /** The company or account to read projects from. */
  readonly account: string
  readonly paths: RestPaths
}

/**
 * URLs of the lists, with the placeholders `{account}` and `{project}`. `header`: the header that carries
 * the account.
 */
export interface RestPaths {
  readonly projects: string
  readonly users: string
  readonly companies: string
  readonly header?: string | undefined
}

/** The paths of the two known systems; another system needs three paths. */
export const constructionPaths: RestPaths = {
  projects: '/rest/v1.0/projects?company_id={account}&per_page=200',
  users: '/rest/v1.0/projects/{project}/users?per_page=200',
  companies: '/rest/v1.0/projects/{project}/vendors?per_page=200',
  header: 'procore-company-id',
}
export const designPaths: RestPaths = {
  projects: '/construction/admin/v1/accounts/{account}/projects?limit=200',
  users: '/construction/admin/v1/projects/{project}/users?limit=200',
  companies: '/hq/v1/accounts/{account}/projects/{project}/companies?limit=100',
}

/** Timeout of a request, ms. */
const patience = 15_000
/** A token is renewed this long before it expires, ms. */
const margin = 60_000

type Row = Readonly<Record<string, unknown>>

export function restSystem(settings: RestSettings, now: () => number = Date.now): SourceSystem {
  const { baseUrl, tokenUrl, clientId, clientSecret, scope, account, paths } = settings
  let token: { value: string; until: number } | undefined

  const ask = async (url: string, init: RequestInit): Promise<unknown> => {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patience), redirect: 'error' })
      if (!answer.ok) throw new OutsideFailed(`status ${answer.status}`)
      return await answer.json()
    } catch (error) {
      throw error instanceof OutsideFailed ? error : new OutsideFailed('no answer', { cause: error })
    }
  }
  const tokenNow = async (): Promise<string> => {
    if (token && token.until > now()) return token.value
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
    if (scope !== undefined) body.set('scope', scope)
    const given = (await ask(tokenUrl, { method: 'POST', body })) as { access_token?: unknown; expires_in?: unknown }
    if (typeof given.access_token !== 'string') throw new OutsideFailed('no token')
    const seconds = typeof given.expires_in === 'number' ? given.expires_in : 600
    token = { value: given.access_token, until: now() + seconds * 1000 - margin }
    return token.value
  }
  const list = async (path: string, project = ''): Promise<readonly Row[]> => {
    const filled = path.replace('{account}', encodeURIComponent(account)).replace('{project}', encodeURIComponent(project))
    const headers: Record<string, string> = { authorization: `Bearer ${await tokenNow()}`, accept: 'application/json' }
    if (paths.header !== undefined) headers[paths.header] = account
    const answer = await ask(new URL(filled, baseUrl).href, { headers })
    const rows = Array.isArray(answer) ? answer : (answer as { results?: unknown } | null)?.results
    if (!Array.isArray(rows)) throw new OutsideFailed('no list')
    return rows.filter((row): row is Row => typeof row === 'object' && row !== null)
  }
  const text = (row: Row, ...names: readonly string[]) => {
    for (const name of names) {
      const value = row[name]
      if (typeof value === 'string' && value !== '') return value
      if (typeof value === 'number') return String(value)
    }
    return ''
  }
  return {
    kind: 'http',
    async projects() {
      return (await list(paths.projects)).map((row) => ({
        id: text(row, 'id'),
        name: text(row, 'display_name', 'name'),
        timezone: text(row, 'time_zone', 'timezone') || undefined,
        countryCode: text(row, 'country_code', 'country').slice(0, 2).toUpperCase() || undefined,
      }))
    },
    async users(project) {
      return (await list(paths.users, project)).flatMap((row) => {
        const email = text(row, 'email_address', 'email')
        return email === '' ? [] : [{ id: text(row, 'id'), name: text(row, 'name', 'full_name') || email, email }]
      })
    },
    async companies(project) {
      return (await list(paths.companies, project)).map((row) => ({ id: text(row, 'id'), name: text(row, 'name') }))
    },
  }
}
