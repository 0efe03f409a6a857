import { attributes, enterpriseSchema, userSchema } from './UserDocument.ts'

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const attribute = (name: string, type = 'string', more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  type,
  multiValued: false,
  description: name,
  required: false,
  ...(type === 'string' && { caseExact: false }),
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const partsOf = (sub: readonly string[]) => sub.map((name) => attribute(name, name === 'primary' ? 'boolean' : 'string'))

const userAttributes = attributes
  .filter(({ name }) => name !== enterpriseSchema && name !== 'externalId')
  .map(({ name, kind, sub = [] }) => {
    if (name === 'userName') return attribute(name, 'string', { required: true, uniqueness: 'server' })
    if (kind === 'complex') return attribute(name, 'complex', { subAttributes: partsOf(sub) })
    if (kind === 'list') return attribute(name, 'complex', { multiValued: true, subAttributes: partsOf(sub) })
    return attribute(name, kind === 'boolean' ? 'boolean' : 'string')
  })

const readOnly = { mutability: 'readOnly' }
const reference = (mutability: string) => [
  attribute('value', 'string', { mutability }),
  attribute('display', 'string', readOnly),
  attribute('$ref', 'reference', { mutability, referenceTypes: ['User', 'Group'] }),
]

const schema = (id: string, name: string, list: readonly unknown[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes: list,
})

export const schemas = [
  schema(userSchema, 'User', [
    ...userAttributes,
    attribute('groups', 'complex', { multiValued: true, ...readOnly, subAttributes: reference('readOnly') }),
  ]),
  schema(groupSchema, 'Group', [
    attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
    attribute('members', 'complex', { multiValued: true, subAttributes: reference('immutable') }),
  ]),
  schema(enterpriseSchema, 'EnterpriseUser', partsOf(attributes.find(({ name }) => name === enterpriseSchema)?.sub ?? [])),
]

const type = (name: string, endpoint: string, id: string, extensions: readonly string[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  description: name,
  schema: id,
  schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })),
})

export const resourceTypes = [type('User', '/Users', userSchema, [enterpriseSchema]), type('Group', '/Groups', groupSchema, [])]

/** Most entries of one page of users. */
export const mostUsers = 200
/** Most entries of one page of groups with their members. */
export const mostGroupsWithMembers = 20

export const serviceProvider = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostUsers },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'The token that the owner of the billing account makes in Muster',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
}
