import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { atRest } from './axe.ts'

/** One finding of the engine. */
export interface EngineFinding {
  readonly rule: string
  /** The case of the rule. */
  readonly reason: string
  readonly message: string
  /** Start of the element's markup. */
  readonly element: string
}

interface EngineResult {
  readonly ruleId: string
  readonly reasonId: string | number
  readonly value: readonly [level: string, result: string]
  readonly message: string
  readonly snippet: string
}

declare global {
  var ace: { Checker: new () => { check(node: Document, guidelines: readonly string[]): Promise<{ results: EngineResult[] }> } }
}

/** IBM Equal Access in one file; it asks no server. */
const engine = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')

/** What IBM Equal Access calls a violation of WCAG 2.2 AA in the page. */
export async function engineFindings(page: Page): Promise<EngineFinding[]> {
  // It takes a label that the browser does not lay out, far below the window or in closed details, for missing.
  const laidOut = await page.addStyleTag({ content: '*, ::details-content { content-visibility: visible !important }' })
  await page.evaluate(() => scrollTo(0, 0))
  await atRest(page)
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(`${engine};globalThis.ace = ace`)
  const found = await page.evaluate(async () => {
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
    return results
      .filter(({ value: [level, result] }) => level === 'VIOLATION' && result === 'FAIL')
      .map(({ ruleId, reasonId, message, snippet }) => ({
        rule: ruleId,
        reason: String(reasonId),
        message,
        element: snippet.slice(0, 240),
      }))
  })
  // A walk goes on in the same page, which is then as the app draws it.
  await laidOut.evaluate((style) => (style as Element).remove())
  return found
}
