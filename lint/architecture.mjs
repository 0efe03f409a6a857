import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/** The public files of src/pdf (src/pdf/README.md). Only they may be imported from outside. */
export const PDF = [
  'src/pdf/readInWorker.ts',
  'src/pdf/readFields.ts',
  'src/pdf/writeFilled.ts',
  'src/pdf/fetchedFont.ts',
  'src/pdf/scriptWorker.ts',
  'src/pdf/ScriptQuestion.ts',
  'src/pdf/PdfContent.ts',
  'src/pdf/textPdf.ts',
]

/**
 * The import rules: a folder may import itself and the places listed here, and nothing else. A `*` stands for
 * one name. ARCHITECTURE.md shows them.
 */
export const MAY_IMPORT = {
  contract: [],
  // The one list of field types. The options of a type are in its folder, and belong to the contract.
  'contract/forms/fieldSettings.ts': ['contract', 'src/fields/*/settings.ts'],
  'src/lib': [],
  locales: [],
  'src/engine': ['contract', 'src/lib'],
  'src/store': ['contract', 'src/lib'],
  'src/sync': ['contract', 'src/lib', 'src/store'],
  'src/ui': ['src/lib'],
  'src/pdf': ['contract', 'src/lib'],
  'src/rescue': ['src/lib'],
  'src/ui/list-picker': ['src/lib', 'src/ui', 'src/store/preferences/useFavourites.ts'],
  'src/ui/table': ['src/lib', 'src/ui', 'contract/rules/csvOf.ts', 'contract/rules/rows/searchedText.ts'],
  'src/fields/*/settings.ts': ['contract', 'src/lib'],
  'src/fields': ['contract', 'src/lib', 'src/engine', 'src/store', 'src/ui'],
  'src/answers': ['contract', 'src/lib', 'src/engine', 'src/store', 'src/ui', 'src/fields'],
  'src/tables': ['contract', 'src/lib', 'src/store', 'src/ui'],
  'src/pricing': ['contract', 'src/lib', 'src/store', 'src/ui'],
  'src/features': [
    'contract',
    'src/lib',
    'src/engine',
    'src/store',
    'src/ui',
    ...PDF,
    'src/fields',
    'src/answers',
    'src/tables',
    'src/pricing',
    'src/sync/ask.ts',
    'src/sync/finishSignOut.ts',
  ],
  'src/app': ['contract', 'src', 'locales'],
  sw: ['contract', 'src/lib', 'src/store', 'src/sync'],
  'server/i18n': ['contract', 'locales'],
  'server/tracing': [],
  'server/storage': ['contract', 'server/i18n/text.ts', 'server/tracing/Span.ts'],
  'server/backup': ['contract', 'server/storage', 'server/adapters/files/FileStore.ts'],
  'server/adapters': ['contract', 'server/i18n', 'server/tracing/Span.ts'],
  'server/adapters/pdf-reader': ['contract', 'server/adapters/threads', ...PDF],
  'server/adapters/table-reader': ['contract', 'server/adapters/threads'],
  'server/domain': ['contract', 'server/i18n', 'server/storage', 'server/adapters'],
  'server/domain/files': ['contract', 'server/i18n', 'server/storage', 'server/adapters', 'server/domain', 'src/pdf/textPdf.ts'],
  'server/http': ['contract', 'server/i18n', 'server/domain', 'server/storage', 'server/tracing/Span.ts'],
  'server/routes': ['contract', 'server/i18n', 'server/http', 'server/domain', 'server/storage', 'server/tracing/Span.ts'],
  'server/demo': ['contract', 'server/domain', 'server/storage'],
  'server/start': ['contract', 'server/domain/isOwnOrigin.ts'],
  'server/main.ts': ['contract', 'server'],
}

/**
 * The children of these folders must not import each other: one child is one field type or one product area.
 */
const STRANGERS = ['src/fields', 'src/features']

/**
 * The folders of server/domain from bottom to top: a folder may import the folders before it. Files beside
 * the folders, such as app.ts, are below all of them and import only types of them. Tests may import any.
 */
const DOMAIN_LAYERS = [
  // Rules that know no person: counters, texts to phones, calendars, prices, dictionaries.
  ...['limits', 'texts', 'holidays', 'pricing', 'translate', 'audit'],
  // Who asks, and what they may do.
  ...['sign-in', 'access', 'grants', 'push', 'launchers', 'reporting'],
  // Records, and what is derived from them.
  ...['muster', 'records', 'sealing', 'chain', 'changes', 'attendance', 'hazards'],
  // Forms, and what fills them.
  ...['entities', 'actions', 'forms', 'certifications', 'permits', 'demo-requests', 'libraries', 'files'],
  // Projects, their companies and their devices.
  ...['projects', 'lists', 'account', 'invites', 'billing', 'people', 'directory', 'daily-log', 'devices'],
  // Bots, and how they ask.
  ...['bots', 'kiosk', 'executions', 'conversations', 'chat'],
  // What a person opens, and the cleanup of everything.
  ...['notices', 'posters', 'pages', 'housekeeping'],
]

/** Adapters that talk to another system. The rules of the server know only their interface. */
const OUTSIDE_ADAPTER = /^server\/adapters\/[^/]+\/(?:http|saml|smtp|stripe|s3)\//

const SCREENS = ['src/ui', 'src/fields', 'src/answers', 'src/tables', 'src/pricing', 'src/features', 'src/app']

/** Parts of field types that run without React: on the server, or in the form engine. */
const PURE = ['src/fields/*/settings.ts', 'src/fields/*/rules.ts', 'src/fields/*/answers.ts']

/** Packages that only some folders may import. A name that ends in `*` matches all names with that prefix. */
const HOMES = {
  dexie: ['src/store'],
  'dexie-react-hooks': ['src/store'],
  react: ['src/store', ...SCREENS],
  'react-dom': SCREENS,
  '@lingui/react': SCREENS,
  '@chakra-ui/*': ['src/ui'],
  '@emotion/*': ['src/ui'],
  'framer-motion': ['src/ui', 'src/app'],
  '@tanstack/*': ['src/app', 'src/features'],
  'workbox-window': ['src/app'],
  'workbox-*': ['sw'],
  'pdfjs-dist': ['src/ui/pdf-pages', 'src/pdf'],
  '@noble/*': ['src/pdf'],
  'jsonc-parser': ['contract/forms/check'],
  papaparse: ['contract/tables'],
  saxes: ['contract/tables', 'server/adapters/files'],
  aws4fetch: ['server/adapters/files'],
  'pdf-lib': ['server/adapters/picture-page', 'server/domain/posters'],
  pino: ['server/http'],
  'prom-client': ['server/http'],
  '@opentelemetry/*': ['server/tracing/openTelemetry.ts'],
  fastify: ['server/http', 'server/routes', 'server/main.ts'],
  '@fastify/*': ['server/http', 'server/routes', 'server/main.ts'],
  '@tus/*': ['server/routes', 'server/adapters'],
  oauth4webapi: ['server/adapters'],
  '@node-saml/*': ['server/adapters/login-provider/saml'],
  '@simplewebauthn/server': ['server/domain/sign-in'],
  '@simplewebauthn/browser': ['src/features/sign-in'],
  pg: ['server/storage'],
  'tar-stream': ['server/backup'],
  '@electric-sql/*': ['server/storage'],
  'drizzle-orm': ['server/storage', 'server/domain', 'server/demo'],
}

/**
 * Code that may use the network: the sync manager on the device, and the adapters on the server. Fonts are
 * files of the app itself.
 */
const MAY_FETCH = ['src/sync', 'sw', 'server/adapters', 'src/pdf/fetchedFont.ts']
const NETWORK = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'])

/** Folder names that do not describe their content. */
const EMPTY_NAMES = ['shared', 'common', 'utils', 'helpers', 'services']

/** The only index files; elsewhere a file is imported by its own name. */
const LISTS = ['src/fields/index.ts']

const pattern = (place) => new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}(?:/|$)`)
const inside = (file, place) => (place.includes('*') ? pattern(place).test(file) : file === place || file.startsWith(`${place}/`))
const insideAny = (file, places) => places.some((place) => inside(file, place))
const isTest = (file) => /\.test\.tsx?$/.test(file)
const toPosix = (file) => file.split(path.sep).join('/')

for (const parent of ['src', 'server']) {
  const unplaced = readdirSync(path.join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !(`${parent}/${entry.name}` in MAY_IMPORT))
    .map(({ name }) => `${parent}/${name}`)
  if (unplaced.length > 0) throw new Error(`Give ${unplaced.join(', ')} a line in MAY_IMPORT of lint/architecture.mjs.`)
}

const unordered = readdirSync(path.join(root, 'server/domain'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !DOMAIN_LAYERS.includes(entry.name))
  .map(({ name }) => name)
if (unordered.length > 0) throw new Error(`Give ${unordered.join(', ')} a place in DOMAIN_LAYERS of lint/architecture.mjs.`)

/** Returns the most specific entry of the table for a file. */
const placeOf = (file) =>
  Object.keys(MAY_IMPORT)
    .filter((place) => inside(file, place))
    .sort((a, b) => b.length - a.length)[0]

/** `src/fields/mobile/rules.ts` → `mobile`; undefined for files directly in the parent folder. */
const familyOf = (file, parent) => (inside(file, parent) ? file.slice(parent.length + 1).match(/^([^/]+)\//)?.[1] : undefined)

const homeOf = (specifier) => {
  const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]
  const match = Object.keys(HOMES).find((home) => (home.endsWith('*') ? name.startsWith(home.slice(0, -1)) : name === home))
  return match && { name, homes: HOMES[match] }
}

/** Returns why a file of server/domain may not import `target`, or undefined if it may. */
function domainComplaint(file, target, isTypeOnly) {
  if (!inside(file, 'server/domain') || isTest(file)) return undefined
  if (OUTSIDE_ADAPTER.test(target)) return 'server/domain knows the interface of an adapter, not how it reaches another system.'
  const [own, other] = [familyOf(file, 'server/domain'), familyOf(target, 'server/domain')]
  if (!other || DOMAIN_LAYERS.indexOf(other) <= DOMAIN_LAYERS.indexOf(own) || (!own && isTypeOnly)) return undefined
  return `${own ? `server/domain/${own}` : file} is below server/domain/${other}: see DOMAIN_LAYERS in lint/architecture.mjs.`
}

/** Returns why `file` may not import `specifier`, or undefined if it may. */
function complaint(file, specifier, isTypeOnly) {
  const place = placeOf(file)
  if (!place) return undefined
  if (!specifier.startsWith('.')) {
    if (insideAny(file, PURE) && /react/.test(specifier)) return `${path.basename(file)} of a field type runs without React.`
    const home = homeOf(specifier)
    if (!home || isTest(file) || insideAny(file, home.homes)) return undefined
    return `${home.name} is used only in ${home.homes.join(', ')}.`
  }
  const target = toPosix(path.relative(root, path.resolve(root, path.dirname(file), specifier.split('?')[0])))
  for (const parent of STRANGERS) {
    const family = familyOf(file, parent)
    const other = familyOf(target, parent)
    if (family && other && family !== other) return `Folders in ${parent} may not import each other: move what they share down.`
    if (family && target === `${parent}/index.ts`)
      return `${parent}/${family} may not import the list that it stands in: use useNodeRenderer().`
  }
  const upwards = domainComplaint(file, target, isTypeOnly)
  if (upwards) return upwards
  const allowed = [place, ...MAY_IMPORT[place], ...(isTest(file) ? ['contract', 'tests', 'scripts'] : [])]
  if (insideAny(target, allowed)) return undefined
  return `${place} may import only: ${MAY_IMPORT[place].join(', ') || 'nothing'}.`
}

const imports = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    const check = (node, isTypeOnly = false) => {
      if (typeof node?.value !== 'string') return
      const message = complaint(file, node.value, isTypeOnly)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: ({ source, importKind }) => check(source, importKind === 'type'),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
    }
  },
}

const network = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    if (!placeOf(file) || isTest(file) || insideAny(file, MAY_FETCH)) return {}
    const report = (node) => context.report({ node, message: `Only ${MAY_FETCH.join(', ')} talk to the network.` })
    return {
      'Program:exit': () => {
        for (const { identifier } of context.sourceCode.scopeManager.globalScope.through)
          if (NETWORK.has(identifier.name) && !identifier.parent?.type.startsWith('TS')) report(identifier)
      },
      MemberExpression: ({ object, property, computed }) => {
        const global = object.type === 'Identifier' && ['globalThis', 'window', 'self', 'navigator'].includes(object.name)
        if (global && !computed && (NETWORK.has(property.name) || property.name === 'sendBeacon')) report(property)
      },
    }
  },
}

const names = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    const isList = ({ body }) => body.length > 0 && body.every(({ type, source }) => type.startsWith('Export') && source)
    return {
      Program: (node) => {
        const empty = path.posix
          .dirname(file)
          .split('/')
          .find((name) => EMPTY_NAMES.includes(name))
        if (empty) context.report({ node, message: `"${empty}" says nothing: name the folder after what is inside.` })
        if (isList(node) && !LISTS.includes(file))
          context.report({ node, message: 'A file that only passes on hides where things live: import the file itself.' })
      },
    }
  },
}

/** Functions that return a safe address. */
const SAFE_ADDRESS = new Set(['safeHref', 'fileHref', 'appHref', 'pictureSrc', 'addressOf', 'createObjectURL'])
/** Elements that pass their `href` to safeHref. */
const SAFE_ELEMENTS = new Set(['LinkButton', 'SiteLink', 'GoTo'])

/**
 * Safe: literals, paths of this site that contain values, and results of SAFE_ADDRESS functions. `declared`
 * finds the initializer of a constant.
 */
function isSafeAddress(node, declared) {
  switch (node?.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return node.expressions.length === 0 || /^(?:\/(?![/\\])|[#?])[^]/.test(node.quasis[0].value.raw)
    case 'ConditionalExpression':
      return isSafeAddress(node.consequent, declared) && isSafeAddress(node.alternate, declared)
    case 'LogicalExpression':
      return isSafeAddress(node.right, declared) && (node.operator === '&&' || isSafeAddress(node.left, declared))
    case 'CallExpression':
      return SAFE_ADDRESS.has(node.callee.name ?? node.callee.property?.name)
    case 'Identifier':
      return node.name === 'undefined' || isSafeAddress(declared?.(node))
    default:
      return false
  }
}

/**
 * Data must not set the target of a link, frame or window, except through safeHref: a `javascript:` address
 * in a record would run with the rights of the app.
 */
const links = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    if (!inside(file, 'src') || isTest(file)) return {}
    const declared = (node) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const [definition] = scope.set.get(node.name)?.defs ?? []
        if (definition)
          return definition.parent?.kind === 'const' && definition.node.id.type === 'Identifier' ? definition.node.init : undefined
      }
      return undefined
    }
    const check = (node) => {
      if (!isSafeAddress(node, declared))
        context.report({ node, message: 'An address that comes from data goes through safeHref() (src/lib/safeHref.ts).' })
    }
    return {
      JSXAttribute: ({ name, value, parent }) => {
        const element = parent.name.name
        const isAddress = name.name === 'href' ? !SAFE_ELEMENTS.has(element) : name.name === 'src' && element === 'iframe'
        if (isAddress && value?.type === 'JSXExpressionContainer') check(value.expression)
      },
      CallExpression: ({ callee, arguments: [address] }) => {
        const called = callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined
        const of = called && (callee.object.property?.name ?? callee.object.name)
        const goes = of === 'location' ? called === 'assign' || called === 'replace' : called === 'open' && of === 'window'
        if (goes && address) check(address)
      },
    }
  },
}

/** Screens draw their fields with these parts of the kit. */
const FIELD_KIT = 'TextField, TextArea, Select, CheckField, RadioGroup, Field or FieldGroup of src/ui/controls'
const FIELD_SCREENS = ['src/features', 'src/tables']
const FIELD_ELEMENTS = new Set(['input', 'select', 'textarea'])
const FIELD_CLASSES = new Set([
  'field',
  'label',
  'required',
  'error',
  'input',
  'textarea',
  'select',
  'affix',
  'check',
  'switch',
  'choice',
  'choices',
])

/** Files with controls that are no fields: values on a page of a PDF, the box of a chat, segments that change a view. */
const OWN_CONTROLS = [
  'src/features/pdf-form/FieldWidget.tsx',
  'src/features/pdf-form/MarkLayer.tsx',
  'src/features/chat/ChatScreen.tsx',
  'src/features/studio/Preview.tsx',
  'src/features/studio/Workbench.tsx',
]

/** Returns true for an input without a look: one that is sent with a form, or that a button opens. */
function isInvisible({ name, attributes }) {
  const named = (wanted) => attributes.find((attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === wanted)
  return name.name === 'input' && (named('type')?.value?.value === 'hidden' || named('hidden') !== undefined)
}

/** Label, hint, control and error text are connected in one place, so that no screen forgets one of the ids. */
const fields = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    if (!insideAny(file, FIELD_SCREENS) || isTest(file)) return {}
    let kit
    return {
      JSXOpeningElement: (node) => {
        if (FIELD_ELEMENTS.has(node.name.name) && !isInvisible(node) && !OWN_CONTROLS.includes(file))
          context.report({ node, message: `Draw a control with ${FIELD_KIT}.` })
      },
      ImportDeclaration: ({ source, specifiers }) => {
        if (source.value.endsWith('/controls.module.css')) kit = specifiers[0]?.local.name
      },
      MemberExpression: (node) => {
        if (kit !== undefined && node.object.name === kit && FIELD_CLASSES.has(node.property.name))
          context.report({ node, message: `Draw a field with ${FIELD_KIT}.` })
      },
    }
  },
}

/** A recipe of the theme names its class; keyframes of the theme are no classes. */
const NAMES_CLASSES = ['src/ui/theme/recipes.ts']

/** Returns true if a text inside of this node names a class: in `className`, or in a selector. */
const isClassName = (node) => {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'JSXAttribute') return at.name.name === 'className'
    if (at.type === 'Property' && !at.computed) return at.key.name === 'className'
    if (at.type === 'AssignmentExpression') return at.left.property?.name === 'className'
    if (at.type === 'CallExpression' && at.callee.object?.property?.name === 'classList') return true
    if (/Statement$|Declaration$/.test(at.type)) return false
  }
  return false
}

/** A class is a constant of its CSS module: a text would be a class that every screen sees, and no check would find it. */
const classes = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    if (!inside(file, 'src') || isTest(file) || NAMES_CLASSES.includes(file)) return {}
    const check = (node, text) => {
      if (/\.m-[a-z]/.test(text) || (/(?:^|\s)m-[a-z]/.test(text) && isClassName(node)))
        context.report({ node, message: 'A class is a name of its CSS module: `styles.name` (docs/styles.md).' })
    }
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    }
  },
}

/** Code that draws, checks, stores or sends fields of any type. */
const KNOWS_FIELDS = ['contract/forms', 'src/engine', 'src/fields', 'src/answers', 'src/features', 'src/store', 'src/sync', 'server/domain']
/** Here `type` is the type of a library, of a field of a PDF file, or of a message. */
const OTHER_TYPES = ['src/features/pdf-form', 'src/features/libraries', 'server/domain/files', 'server/domain/libraries']

const typesIn = (folder) => {
  const file = path.join(root, 'src/fields', folder, 'settings.ts')
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(/^\s*type: '([^']+)',$/gm)].map(([, type]) => type)
}
const FIELD_TYPES = new Set(readdirSync(path.join(root, 'src/fields')).flatMap(typesIn))

/** `type`, `setting.type`, `node['type']`; also with `?.`. */
const isType = (node) => {
  if (['ChainExpression', 'TSAsExpression', 'TSNonNullExpression'].includes(node?.type)) return isType(node.expression)
  if (node?.type === 'MemberExpression') return (node.computed ? node.property.value : node.property.name) === 'type'
  return node?.type === 'Identifier' && node.name === 'type'
}
const isFieldType = (node) => node?.type === 'Literal' && FIELD_TYPES.has(node.value)
const isListOfTypes = (node) => node?.type === 'ArrayExpression' && node.elements.some(isFieldType)

/** What depends on a type is a property of its definition, so that a new type changes only its own folder. */
const types = {
  create(context) {
    const file = toPosix(path.relative(root, context.filename))
    if (!insideAny(file, KNOWS_FIELDS) || insideAny(file, OTHER_TYPES) || familyOf(file, 'src/fields') || isTest(file)) return {}
    const report = (node) =>
      context.report({ node, message: 'No code names a field type outside of its folder: ask its settings, rules or definition.' })
    return {
      BinaryExpression: (node) => {
        const sides = [node.left, node.right]
        if (/^[!=]==?$/.test(node.operator) && sides.some(isType) && sides.some(isFieldType)) report(node)
      },
      SwitchCase: (node) => isType(node.parent.discriminant) && isFieldType(node.test) && report(node),
      CallExpression: ({ callee, arguments: given }) => {
        if (callee.type !== 'MemberExpression' || !given.some(isType)) return
        if (callee.property.name === 'includes' && isListOfTypes(callee.object)) report(callee)
      },
      NewExpression: (node) => node.callee.name === 'Set' && isTypeSet(node) && report(node),
    }
  },
}

/** A set of names that only field types have together: `new Set(['enum', 'valueenum'])`. */
const isTypeSet = ({ arguments: [list] }) => isListOfTypes(list) && list.elements.length > 1 && list.elements.every(isFieldType)

export default { meta: { name: 'architecture' }, rules: { imports, network, names, links, fields, classes, types } }
