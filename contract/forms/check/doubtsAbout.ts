import { partsOf, type Tree } from '../functions/expressionTree.ts'
import { numberOf } from '../expressionValues.ts'
import { functionRecord, type ValueType } from '../functions/functionReference.ts'
import { PatternError, readPattern } from '../functions/matchText.ts'

/** Something in an expression that works, but probably not as its author thinks. */
export interface Doubt {
  readonly message: string
}

/** Types of values that are stored as texts. */
const textTypes: ReadonlySet<ValueType> = new Set(['text', 'date', 'time', 'duration'])

/** Whether a part is a text or a number; undefined when it can be both. */
function kindOf(tree: Tree, texts: ReadonlySet<string>): 'text' | 'number' | undefined {
  switch (tree.kind) {
    case 'value':
      if (typeof tree.value === 'number') return 'number'
      return typeof tree.value === 'string' ? 'text' : undefined
    case 'name':
      return texts.has(tree.name) ? 'text' : undefined
    case 'sign':
      return 'number'
    case 'call': {
      const result = functionRecord(tree.name)?.result ?? []
      if (result.every((type) => type === 'number')) return 'number'
      return result.every((type) => textTypes.has(type)) ? 'text' : undefined
    }
    case 'chain':
      return tree.steps.some(({ sign }) => sign !== '+') ? 'number' : kindOfSum(tree, texts)
    default:
      return undefined
  }
}

function kindOfSum({ first, steps }: Tree & { kind: 'chain' }, texts: ReadonlySet<string>): 'text' | 'number' | undefined {
  const kinds = [first, ...steps.map(({ part }) => part)].map((part) => kindOf(part, texts))
  if (kinds.includes('text')) return 'text'
  return kinds.every((kind) => kind === 'number') ? 'number' : undefined
}

const isDigits = (tree: Tree) => tree.kind === 'value' && typeof tree.value === 'string' && numberOf(tree.value) !== undefined
const nameOf = (tree: Tree): string => {
  if (tree.kind === 'name' || tree.kind === 'call') return tree.name
  return tree.kind === 'value' ? JSON.stringify(tree.value) : 'a part of this'
}

/** `+` between a number and a text: it joins, where earlier versions added texts that looked like numbers. */
function doubtsAboutSum({ first, steps }: Tree & { kind: 'chain' }, texts: ReadonlySet<string>): Doubt[] {
  const parts = [first, ...steps.map(({ part }) => part)]
  // A text that is no number in between shows that the author wants to join.
  if (
    steps.some(({ sign }) => sign !== '+') ||
    parts.some((part) => part.kind === 'value' && typeof part.value === 'string' && !isDigits(part))
  )
    return []
  const text = parts.find((part) => isDigits(part) || (part.kind === 'name' && texts.has(part.name)))
  const hasNumber = parts.some((part) => kindOf(part, texts) === 'number')
  if (!text || (!hasNumber && !isDigits(text))) return []
  const asNumber = text.kind === 'name' ? `number(${text.name})` : nameOf(text).replaceAll('"', '')
  return [{ message: `+ joins here, because ${nameOf(text)} is a text: "1" + 2 is "12". To add, write ${asNumber}.` }]
}

function doubtsAboutCall({ name, values }: Tree & { kind: 'call' }, texts: ReadonlySet<string>): Doubt[] {
  if (name === 'match' && values[1]?.kind === 'value') {
    try {
      readPattern(String(values[1].value))
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      return [
        {
          message: `The pattern of match never fits: ${error.message} (character ${error.at + 1} of the pattern). For example, '[A-Z]{2}-\\d{4}' fits AB-1234.`,
        },
      ]
    }
  }
  if (name === 'lookup' && values[0]?.kind !== 'value')
    return [{ message: "lookup needs the name of its list in quotes, such as lookup('machines', machine, 'serial')." }]
  const record = functionRecord(name)
  return values.flatMap((value, index) => {
    const parameter = record?.parameters[Math.min(index, record.parameters.length - 1)]
    const kind = kindOf(value, texts)
    if (!parameter || parameter.types.includes('any') || kind === undefined) return []
    const fits = parameter.types.some((type) => type === kind || (kind === 'text' && (textTypes.has(type) || type === 'number')))
    const isList = kind === 'text' && value.kind !== 'value' && parameter.types.every((type) => type === 'list')
    if (fits || (kind === 'text' && !isList)) return []
    return [
      {
        message: `${record?.signature ?? name} expects ${parameter.types.join(' or ')} for ${parameter.name}; ${nameOf(value)} is a ${kind}.`,
      },
    ]
  })
}

function doubtsHere(tree: Tree, texts: ReadonlySet<string>): Doubt[] {
  if (tree.kind === 'chain') return doubtsAboutSum(tree, texts)
  return tree.kind === 'call' ? doubtsAboutCall(tree, texts) : []
}

/** What is doubtful in an expression. `texts`: attributes that hold texts. */
export function doubtsAbout(tree: Tree, texts: ReadonlySet<string>): Doubt[] {
  return [...doubtsHere(tree, texts), ...partsOf(tree).flatMap((part) => doubtsAbout(part, texts))]
}
