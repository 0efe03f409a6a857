import { FormSettings, type SettingsProblem } from './FormSettings.ts'
import { problemsOf } from './problemsOf.ts'
import { meaningProblems } from './meaningProblems.ts'

export { translateSettings } from './translateSettings.ts'

/** A form with more nodes is a mistake or an attack. */
export const mostNodes = 5000
export const deepestNodes = 12
const mostProblems = 200

/** Checks size and depth first, without recursion, so that no later check can run too long or too deep. */
function sizeProblem(input: unknown): SettingsProblem | undefined {
  type Held = { children?: unknown; subform?: unknown } | null | undefined
  const lists: { list: unknown; path: string; depth: number }[] = [{ list: (input as Held)?.children, path: 'children', depth: 1 }]
  let nodes = 0
  for (let next = lists.pop(); next; next = lists.pop()) {
    const { list, path, depth } = next
    if (!Array.isArray(list)) continue
    nodes += list.length
    if (nodes > mostNodes) return { path, message: `expected at most ${mostNodes} groups and fields in a form` }
    if (depth > deepestNodes) return { path, message: `expected at most ${deepestNodes} levels of groups and sub-forms` }
    list.forEach((node: Held, index) => {
      if (node?.children !== undefined) lists.push({ list: node.children, path: `${path}[${index}].children`, depth: depth + 1 })
      if (node?.subform !== undefined) lists.push({ list: node.subform, path: `${path}[${index}].subform`, depth: depth + 1 })
    })
  }
  return undefined
}

/** zod hands on the problems of a list as the arguments of one call, of which there can be about a hundred thousand. */
function parseShape(input: unknown): ReturnType<typeof FormSettings.safeParse> | 'tooManyProblems' {
  try {
    return FormSettings.safeParse(input)
  } catch (error) {
    if (error instanceof RangeError) return 'tooManyProblems'
    throw error
  }
}

const missing = '; it is missing'
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.') + 1)

/**
 * A setting under another name gives two problems: the name is unknown, and the setting is missing. One of them, with the
 * example of the other, says both.
 */
function joinedNames(problems: readonly SettingsProblem[]): SettingsProblem[] {
  const lacking = new Map(problems.filter(({ message }) => message.includes(missing)).map((problem) => [problem.path, problem]))
  const said = new Set<SettingsProblem>()
  const joined = problems.map((problem) => {
    const meant = /; did you mean (\w+)\b/.exec(problem.message)?.[1]
    const other = meant === undefined ? undefined : lacking.get(parentOf(problem.path) + meant)
    if (other === undefined || other === problem) return problem
    said.add(other)
    const example = other.message.split(`${missing}, for example `)[1]
    return example === undefined ? problem : { ...problem, message: `${problem.message} For example ${example}` }
  })
  return joined.filter((_, index) => !said.has(problems[index] as SettingsProblem))
}

/**
 * Checks that the product can show this form. Every problem has its place (`children[3].options[0].name`) and
 * the expected value. In addition to the shape: expressions and templates parse, attributes are unique,
 * references exist, calculations are not circular.
 */
export function checkSettings(input: unknown): { ok: true; form: FormSettings } | { ok: false; problems: SettingsProblem[] } {
  const size = sizeProblem(input)
  if (size) return { ok: false, problems: [size] }
  const shape = parseShape(input)
  if (shape === 'tooManyProblems')
    return { ok: false, problems: [{ path: '', message: 'expected a form; this has more problems than can be told' }] }
  const found = new Map<string, SettingsProblem>()
  const add = (problem: SettingsProblem) => found.set(`${problem.path}\n${problem.message}`, problem)
  for (const issue of (shape.error?.issues ?? []).slice(0, mostProblems)) for (const problem of problemsOf(input, issue)) add(problem)
  for (const problem of meaningProblems(input)) add(problem)
  const problems = joinedNames([...found.values()].slice(0, mostProblems))
  return shape.success && problems.length === 0 ? { ok: true, form: shape.data as FormSettings } : { ok: false, problems }
}
