import { createHash } from 'node:crypto'
import { type DailyLog, type LogAccess, LogAccessRefused, type LogEntry, type LogMessage, LogRefused } from '../dailyLog.ts'

/** A construction system's daily logs over REST. Service accounts of companies get their tokens at `tokenUrl`. */
export interface RestLogSettings {
  readonly baseUrl: string
  readonly tokenUrl: string
  /** The company id, sent with each request. */
  readonly account: string
}

/** Timeout of a request, ms. */
const patience = 15_000
const margin = 60_000

const logs = { manpower: 'manpower_logs', notes: 'notes_logs' } as const

/** Maximum number of service accounts whose tokens are cached. */
const mostTokens = 1000

export function restLog({ baseUrl, tokenUrl, account }: RestLogSettings, now: () => number = Date.now): DailyLog {
  /** Tokens of service accounts, by the hash of their credentials. */
  const tokens = new Map<string, { value: string; until: number }>()

  async function tokenOf(access: LogAccess): Promise<string> {
    if (access.kind === 'login') return access.token
    const key = keyOf(access)
    const token = tokens.get(key)
    if (token && token.until > now()) return token.value
    const { clientId, clientSecret } = access
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
    const answer = await fetch(tokenUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(patience) })
    const given = (await answer.json().catch(() => ({}))) as { access_token?: unknown; expires_in?: unknown }
    if (answer.status === 400 || answer.status === 401) throw new LogAccessRefused()
    if (!answer.ok || typeof given.access_token !== 'string') throw new Error(`the construction system gave no token (${answer.status})`)
    const until = now() + (typeof given.expires_in === 'number' ? given.expires_in : 600) * 1000 - margin
    if (tokens.size >= mostTokens) tokens.clear()
    tokens.set(key, { value: given.access_token, until })
    return given.access_token
  }

  async function ask(access: LogAccess, method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(access)}`,
        accept: 'application/json',
        'procore-company-id': account,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    const said = (await answer.json().catch(() => undefined)) as unknown
    if (answer.ok) return said
    if (answer.status === 401) {
      if (access.kind === 'service') tokens.delete(keyOf(access))
      throw new LogAccessRefused()
    }
    // The system refuses the entry itself: a retry fails again. Other errors may be temporary.
    if (answer.status === 400 || answer.status === 403 || answer.status === 404 || answer.status === 422)
      throw new LogRefused(reasonsOf(said, answer.status))
    throw new Error(`the construction system answered ${answer.status}`)
  }

  return {
    kind: 'http',
    async write(entry, access) {
      const path = `/rest/v1.0/projects/${encodeURIComponent(entry.project)}/${logs[entry.kind]}`
      const mark = markOf(entry.key)
      const known = entry.remote ?? (entry.again ? await find(access, path, entry.day, mark) : undefined)
      const body = bodyOf(entry, mark)
      const said = known === undefined ? await ask(access, 'POST', path, body) : await ask(access, 'PATCH', `${path}/${known}`, body)
      const id = (said as { id?: unknown } | undefined)?.id ?? known
      if (typeof id !== 'number' && typeof id !== 'string') throw new Error('the construction system gave an entry without an id')
      return { remote: String(id) }
    },
  }

  /** Finds an entry by its mark: it may have arrived although the answer was lost. */
  async function find(access: LogAccess, path: string, day: string, mark: string): Promise<string | undefined> {
    const list = await ask(access, 'GET', `${path}?log_date=${day}&per_page=1000`)
    if (!Array.isArray(list)) return undefined
    const own = list.find((row: { notes?: unknown; comment?: unknown }) => String(row.notes ?? row.comment ?? '').includes(mark)) as
      | { id?: unknown }
      | undefined
    return own?.id === undefined ? undefined : String(own.id)
  }
}

const keyOf = ({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }) =>
  createHash('sha256')
    .update(JSON.stringify([clientId, clientSecret]))
    .digest('base64url')

/**
 * A mark short enough to follow a note without disturbing the reader. It is a hash of the whole key,
 * because the end of a key may be a vendor's.
 */
export const markOf = (key: string): string => `[#${createHash('sha256').update(key).digest('hex').slice(0, 12)}]`

function bodyOf(
  { kind, day, pending, vendor, trade, cost_code, worker_count, worker_hours, location, notes = '' }: LogEntry,
  mark: string,
) {
  const status = pending ? 'pending' : 'approved'
  const text = `${notes}${notes === '' ? '' : ' '}${mark}`
  if (kind === 'notes') return { notes_log: { date: day, status, comment: text, location, vendor_name: vendor } }
  return {
    manpower_log: {
      date: day,
      status,
      num_workers: worker_count,
      num_hours: worker_hours,
      vendor_name: vendor,
      trade,
      cost_code,
      location,
      notes: text,
    },
  }
}

/** Reads `{errors: {date: ['…']}}`, `{errors: '…'}` or `{message: '…'}`. */
function reasonsOf(said: unknown, status: number): LogMessage[] {
  const { errors, message } = (said ?? {}) as { errors?: unknown; message?: unknown }
  const words = typeof errors === 'object' && errors !== null ? Object.values(errors).flat() : [errors ?? message]
  const texts = words.filter((word): word is string => typeof word === 'string' && word !== '')
  if (texts.length === 0) return [{ type: 'error', message: `The construction system answered ${status}.` }]
  return texts.map((text) => ({ type: 'validation', message: text.slice(0, 300) }))
}
