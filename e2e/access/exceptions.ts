import type { EngineFinding } from '../harness/equalAccess.ts'

interface Exception {
  readonly rule: string
  /** Part of the markup of the elements. */
  readonly element: RegExp
  /** Why it is no barrier. */
  readonly reason: string
}

/** Findings of IBM Equal Access that people have judged: each is no barrier, for the reason beside it. */
const exceptions: readonly Exception[] = [
  {
    rule: 'label_name_visible',
    element: /^<(?:span|div)[^>]* role="(?:img|group)"/,
    reason: 'Not a control: nobody speaks its name to operate it (2.5.3 is about user interface components).',
  },
]

/** Returns the findings that no exception covers. */
export const unjudged = (findings: readonly EngineFinding[]): EngineFinding[] =>
  findings.filter((found) => !exceptions.some(({ rule, element }) => rule === found.rule && element.test(found.element)))
