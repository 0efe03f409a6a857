import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { englishOf } from '../../../contract/Text.ts'
import { Refused } from '../../../contract/Refused.ts'
import { addressOf, type App } from '../../domain/app.ts'
import { type Directory, directoryByToken } from '../../domain/directory/directoryByToken.ts'
import {
  createGroup,
  deleteGroup,
  type DirectoryGroup,
  listGroups,
  patchGroup,
  readGroup,
  readGroupDocument,
  replaceGroup,
} from '../../domain/directory/DirectoryGroup.ts'
import {
  createUser,
  deleteUser,
  type DirectoryUser,
  listUsers,
  patchUserOf,
  readUserOf,
  replaceUser,
} from '../../domain/directory/DirectoryUser.ts'
import { readOperations } from '../../domain/directory/patchUser.ts'
import { errorBody, ScimError } from '../../domain/directory/ScimError.ts'
import {
  groupSchema,
  mostGroupsWithMembers,
  mostUsers,
  resourceTypes,
  schemas,
  serviceProvider,
} from '../../domain/directory/serviceProvider.ts'
import { enterpriseSchema, readUser, userSchema } from '../../domain/directory/UserDocument.ts'
import { TooManyRequests } from '../../domain/limits/limits.ts'
import { faultFields } from '../../http/faultFields.ts'
import { headerOf } from '../../http/identify.ts'
import { refusalOf } from '../../storage/queryBudget.ts'
import { sqlState } from '../../storage/sqlState.ts'

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

interface Asked {
  readonly app: App
  readonly directory: Directory
  readonly request: FastifyRequest
  /** `https://…/scim/v2` */
  readonly base: string
  /** The id in the address. */
  readonly id: string
  readonly query: Readonly<Record<string, string | undefined>>
}

interface Answer {
  readonly status?: number
  readonly body?: Readonly<Record<string, unknown>>
  readonly location?: string
  readonly version?: string
}

const queryOf = (request: FastifyRequest): Asked['query'] => {
  const given = Object.entries(request.query as Record<string, string | string[]>)
  return Object.fromEntries(given.map(([key, value]) => [key.toLowerCase(), Array.isArray(value) ? value[0] : value]))
}

const numberIn = (text: string | undefined, fallback: number): number => {
  const read = text === undefined || text === '' ? fallback : Number(text)
  if (!Number.isSafeInteger(read)) throw new ScimError(400, 'startIndex and count are whole numbers.', 'invalidValue')
  return read
}

/** RFC 7644 §3.4.2.4: a startIndex below 1 counts as 1, a negative count as 0. */
function pageOf({ query }: Asked, most: number) {
  return {
    filter: query['filter'],
    startIndex: Math.min(Math.max(1, numberIn(query['startindex'], 1)), 10_000_000),
    count: Math.min(Math.max(0, numberIn(query['count'], most)), most),
  }
}

/** The revision of an `If-Match`: `W/"3"`. @throws ScimError */
function expectedOf(request: FastifyRequest): number | undefined {
  const given = headerOf(request, 'if-match')
  if (given === undefined || given.trim() === '*') return undefined
  const rev = /^(?:W\/)?"(\d{1,9})"$/.exec(given.trim())?.[1]
  if (rev === undefined) throw new ScimError(412, 'If-Match has one version of this server.')
  return Number(rev)
}

const versionOf = (rev: number) => `W/"${rev}"`

const metaOf = (
  resourceType: string,
  location: string,
  { rev, createdAt, updatedAt }: Pick<DirectoryUser, 'rev' | 'createdAt' | 'updatedAt'>,
) => ({
  resourceType,
  created: createdAt,
  lastModified: updatedAt,
  location,
  version: versionOf(rev),
})

function userResource({ base }: Asked, { id, document, active, groups, ...row }: DirectoryUser): Record<string, unknown> {
  const hasExtension = document[enterpriseSchema] !== undefined
  return {
    schemas: [userSchema, ...(hasExtension ? [enterpriseSchema] : [])],
    id,
    ...document,
    active,
    ...(groups.length > 0 && { groups: groups.map((one) => ({ ...one, $ref: `${base}/Groups/${one.value}` })) }),
    meta: metaOf('User', `${base}/Users/${id}`, row),
  }
}

function groupResource({ base }: Asked, { id, name, externalId, members, ...row }: DirectoryGroup): Record<string, unknown> {
  return {
    schemas: [groupSchema],
    id,
    displayName: name,
    ...(externalId !== null && { externalId }),
    ...(members && { members: members.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}` })) }),
    meta: metaOf('Group', `${base}/Groups/${id}`, row),
  }
}

const namesIn = (list: string | undefined) =>
  new Set(
    (list ?? '')
      .split(',')
      .slice(0, 100)
      .map((name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, ''),
      )
      .filter(Boolean)
      // A part of an attribute brings the whole attribute.
      .map((name) => (name.startsWith('urn:') ? name : (name.split('.')[0] ?? name))),
  )

/** `attributes` and `excludedAttributes`. `schemas`, `id` and `meta` are always there. */
function narrowed({ query }: Asked, resource: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const wanted = namesIn(query['attributes'])
  const unwanted = namesIn(query['excludedattributes'])
  const always = new Set(['schemas', 'id', 'meta'])
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase()
      const isWanted = wanted.size === 0 ? !unwanted.has(name) : wanted.has(name) || [...wanted].some((one) => one.startsWith(`${name}:`))
      return always.has(name) || isWanted
    }),
  )
}

function wantsMembers({ query }: Asked): boolean {
  const wanted = namesIn(query['attributes'])
  return wanted.size === 0 ? !namesIn(query['excludedattributes']).has('members') : wanted.has('members')
}

const answerOf = (asked: Asked, resource: Record<string, unknown>, status = 200): Answer => {
  const { location, version } = resource['meta'] as { location: string; version: string }
  return { status, body: narrowed(asked, resource), location, version }
}

const list = (total: number, startIndex: number, resources: readonly unknown[]): Answer => ({
  body: { schemas: [listSchema], totalResults: total, startIndex, itemsPerPage: resources.length, Resources: resources },
})

const whole = (resources: readonly unknown[]) => list(resources.length, 1, resources)

function oneOf(resources: readonly { readonly id: string }[], id: string): Answer {
  const found = resources.find((one) => one.id.toLowerCase() === id.toLowerCase())
  if (!found) throw nothingHere()
  return { body: { ...found } }
}

const nothingHere = () => new ScimError(404, 'There is nothing at this address.')

type Handler = (asked: Asked) => Promise<Answer> | Answer

/** By method, the kind of resource, and whether the address has an id. */
const handlers: Readonly<Record<string, Handler>> = {
  'GET serviceproviderconfig': ({ base }) => ({
    body: { ...serviceProvider, meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` } },
  }),
  'GET resourcetypes': () => whole(resourceTypes),
  'GET resourcetypes/:id': ({ id }) => oneOf(resourceTypes, id),
  'GET schemas': () => whole(schemas),
  'GET schemas/:id': ({ id }) => oneOf(schemas, id),
  'GET users': async (asked) => {
    const page = pageOf(asked, mostUsers)
    const { total, users } = await listUsers(asked.app, asked.directory, page)
    return list(
      total,
      page.startIndex,
      users.map((user) => narrowed(asked, userResource(asked, user))),
    )
  },
  'POST users': async (asked) => {
    const user = await createUser(asked.app, asked.directory, readUser(asked.request.body))
    return answerOf(asked, userResource(asked, user), 201)
  },
  'GET users/:id': async (asked) => answerOf(asked, userResource(asked, await readUserOf(asked.app.storage.db, asked.directory, asked.id))),
  'PUT users/:id': async (asked) => {
    const { app, directory, request, id } = asked
    return answerOf(asked, userResource(asked, await replaceUser(app, directory, id, readUser(request.body), expectedOf(request))))
  },
  'PATCH users/:id': async (asked) => {
    const { app, directory, request, id } = asked
    const user = await patchUserOf(app, directory, id, readOperations(request.body), expectedOf(request))
    return answerOf(asked, userResource(asked, user))
  },
  'DELETE users/:id': async ({ app, directory, request, id }) => {
    await deleteUser(app, directory, id, expectedOf(request))
    return { status: 204 }
  },
  'GET groups': async (asked) => {
    const withMembers = wantsMembers(asked)
    const page = pageOf(asked, withMembers ? mostGroupsWithMembers : mostUsers)
    const { total, groups } = await listGroups(asked.app, asked.directory, { ...page, withMembers })
    return list(
      total,
      page.startIndex,
      groups.map((group) => narrowed(asked, groupResource(asked, group))),
    )
  },
  'POST groups': async (asked) => {
    const group = await createGroup(asked.app, asked.directory, readGroupDocument(asked.request.body), wantsMembers(asked))
    return answerOf(asked, groupResource(asked, group), 201)
  },
  'GET groups/:id': async (asked) => shownGroup(asked),
  'PUT groups/:id': async (asked) => {
    const { app, directory, request, id } = asked
    await replaceGroup(app, directory, id, readGroupDocument(request.body), expectedOf(request))
    return shownGroup(asked)
  },
  'PATCH groups/:id': async ({ app, directory, request, id }) => {
    await patchGroup(app, directory, id, readOperations(request.body), expectedOf(request))
    return { status: 204 }
  },
  'DELETE groups/:id': async ({ app, directory, request, id }) => {
    await deleteGroup(app, directory, id, expectedOf(request))
    return { status: 204 }
  },
}

const shownGroup = async (asked: Asked): Promise<Answer> =>
  answerOf(asked, groupResource(asked, await readGroup(asked.app.storage.db, asked.directory, asked.id, wantsMembers(asked))))

const resources = new Set(['users', 'groups', 'schemas', 'resourcetypes', 'serviceproviderconfig'])

function handlerOf(method: string, [resource = '', id, ...more]: readonly string[]): Handler {
  const name = resource.toLowerCase()
  if (name === 'bulk' || name === 'me') throw new ScimError(501, `/${resource} is not supported.`)
  if (!resources.has(name) || more.length > 0) throw nothingHere()
  const handler = handlers[`${method === 'HEAD' ? 'GET' : method} ${name}${id === undefined ? '' : '/:id'}`]
  if (!handler) throw new ScimError(405, 'This method is not supported here.')
  return handler
}

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

const directories = new WeakMap<FastifyRequest, Directory>()

/** `/scim/v2`: the directory of a company keeps its people and groups (RFC 7643, RFC 7644). */
export function addScim(server: FastifyInstance, app: App): void {
  server.register(async (own) => {
    own.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply))
    // One route for each method: each has its own limits.
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      own.route({
        method,
        url: '/scim/v2/*',
        // Before any byte of the body is read.
        onRequest: async (request) => {
          // Directories name a type also where there is no body; the parser would miss one.
          const length = headerOf(request, 'content-length') ?? '0'
          if (length === '0' && headerOf(request, 'transfer-encoding') === undefined) delete request.headers['content-type']
          const type = headerOf(request, 'content-type')
          const call = { header: headerOf(request, 'authorization'), address: request.ip, origin: originOf(request) }
          directories.set(request, await directoryByToken(app, call))
          if (type !== undefined && !/^application\/(?:scim\+)?json\s*(?:;|$)/i.test(type))
            throw new ScimError(415, 'The body must be JSON.')
        },
        handler: async (request, reply) => {
          const directory = directories.get(request)
          if (!directory) throw new Error('a request came to its handler without a directory')
          const parts = (request.params as { '*': string })['*'].split('/').filter(Boolean)
          const base = `${addressOf(app, originOf(request))}/scim/v2`
          const asked: Asked = { app, directory, request, base, id: parts[1] ?? '', query: queryOf(request) }
          return send(reply, await handlerOf(request.method, parts)(asked))
        },
      })
  })
}

function send(reply: FastifyReply, { status = 200, body, location, version }: Answer) {
  reply.header('cache-control', 'no-store')
  if (location !== undefined) reply.header('location', location)
  if (version !== undefined) reply.header('etag', version)
  if (body === undefined) return reply.status(status).send()
  return reply.status(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}

/** The errors of SCIM, also for what the limits of all requests refuse. */
function answerError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const known = errorOf(error)
  if (known === undefined) request.log.error(faultFields(error), 'fault')
  const { status, detail, scimType } = known ?? { status: 500, detail: 'Something went wrong on the server.', scimType: undefined }
  if (error instanceof TooManyRequests) reply.header('retry-after', String(error.retryAfterSeconds))
  if (status === 503) reply.header('retry-after', '2')
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Muster"')
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/scim+json; charset=utf-8')
    .send(JSON.stringify(errorBody({ status, detail, scimType })))
}

function errorOf(error: Error & { statusCode?: number }): Pick<ScimError, 'status' | 'detail' | 'scimType'> | undefined {
  if (error instanceof ScimError) return error
  const refused = error instanceof Refused ? error : refusalOf(error)
  if (refused) return { status: refused.status, detail: englishOf(refused.words, refused.values), scimType: undefined }
  if (sqlState(error)?.startsWith('22')) return { status: 400, detail: 'A value cannot be stored.', scimType: 'invalidValue' }
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? { status, detail: 'The request could not be understood.', scimType: 'invalidSyntax' } : undefined
}
