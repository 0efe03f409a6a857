import type { Locator, Page } from '@playwright/test'
import { expect } from '../harness/fixtures.ts'

/** What a person enters into one field. */
export interface Entry {
  readonly name: string
  readonly type: 'text' | 'checkbox' | 'radio' | 'combo' | 'list' | 'signature'
  /** The page of the box to tap, from 1. */
  readonly page: number
  /** Which box of the field. */
  readonly at: number
  /** What is typed, the places of the chosen options, or whether the box is ticked. */
  readonly texts?: readonly string[]
  readonly picks?: readonly { readonly value: string; readonly place: number }[]
  readonly isOn?: boolean
}

/** The day that is chosen in calendars; the texts of a date field have it in the pattern of the file. */
const day = '2026-03-04'

/** Texts that fields with checks of their own may accept. */
const otherTexts = ['03/04/2026', '12345', '123456789', '2025550123', 'ana@example.org']

/** A step that takes longer fails, ms. */
const patience = 8000

/** A form on the screen of a phone, filled in by touch: a press on a field opens its sheet. */
export class PhoneForm {
  readonly sheet: Locator
  /** The texts that were entered, by field: a field may refuse the first one. */
  readonly entered = new Map<string, string>()
  private readonly page: Page
  private signatures = 0

  constructor(page: Page) {
    this.page = page
    this.sheet = page.locator('.m-pdfForm-sheet')
  }

  boxes(name: string): Locator {
    return this.page.locator(`[data-field=${JSON.stringify(name)}]`)
  }

  async fill(entry: Entry): Promise<void> {
    if (entry.type === 'signature') return await this.sign(entry)
    if (entry.type === 'checkbox' || entry.type === 'radio') return await this.tick(entry)
    if (!(await this.isEdited(entry.name))) await this.press(entry)
    await expect(this.boxes(entry.name).first()).toHaveAttribute('data-edited', 'true', { timeout: patience })
    await (entry.picks ? this.pick(entry.picks) : this.type(entry))
  }

  /** Goes on to the next field of the sheet, if it is one of these; else closes the sheet. */
  async goOn(wanted: string | undefined): Promise<void> {
    if ((await this.sheet.count()) === 0) return
    const next = this.sheet.getByRole('button', { name: 'Next field' })
    if (wanted !== undefined && (await next.isEnabled())) {
      await next.tap({ timeout: patience })
      if (await this.isEdited(wanted)) return
    }
    await this.sheet.getByRole('button', { name: 'Done' }).tap({ timeout: patience })
    await expect(this.sheet).toHaveCount(0)
  }

  /** What the screen says about the entered values. */
  async notices(): Promise<string[]> {
    return await this.page.locator('.m-pdfForm-root').locator('[role=note], [role=alert]').allInnerTexts()
  }

  /** Answers to a refusal of the file's own checks: goes to its field and enters the next of its texts. */
  async answerRefusals(entries: ReadonlyMap<string, Entry>): Promise<void> {
    const links = this.page.locator('.m-pdfForm-root [role=note]').getByRole('button', { name: /^Go to “/ })
    for (let turn = 0; turn < 6 && (await links.count()) > 0; turn++) {
      await links.first().tap({ timeout: patience })
      const edited = this.page.locator('[data-field][data-edited=true]').first()
      await edited.waitFor({ timeout: patience })
      const name = (await edited.getAttribute('data-field')) ?? ''
      const texts = [...(entries.get(name)?.texts ?? []), ...otherTexts]
      const next = texts[texts.indexOf(this.entered.get(name) ?? '') + 1]
      if (next === undefined) return
      await this.sheet.locator('input, textarea').first().fill(next)
      this.entered.set(name, next)
      await this.goOn(undefined)
    }
  }

  /** What the boxes show at the end: the scripts of the file may have changed them. */
  async shownBy(entries: readonly Entry[]): Promise<Map<string, string | boolean>> {
    await this.goOn(undefined)
    const shown = new Map<string, string | boolean>()
    for (const entry of entries) {
      if (entry.type === 'signature') continue
      const box = this.boxOf(entry)
      await this.show(box, entry.page)
      const isTick = entry.type === 'checkbox' || entry.type === 'radio'
      const state = isTick ? box.isChecked({ timeout: patience }) : box.innerText({ timeout: patience })
      shown.set(entry.name, await state)
    }
    return shown
  }

  private boxOf({ name, page, at }: Entry): Locator {
    return this.page.locator(`[data-page="${page}"] [data-field=${JSON.stringify(name)}]`).nth(at)
  }

  private async isEdited(name: string): Promise<boolean> {
    return (await this.page.locator(`[data-field=${JSON.stringify(name)}][data-edited=true]`).count()) > 0
  }

  /** Taps a box on its page. The sheet of another field is closed first. */
  private async press(entry: Entry): Promise<void> {
    await this.goOn(undefined)
    const box = this.boxOf(entry)
    await this.show(box, entry.page)
    await box.tap({ timeout: patience })
  }

  /** Brings a box into view. Pages that are far away have no boxes, also while the page gets its former size again. */
  private async show(box: Locator, number: number): Promise<void> {
    const isShown = () =>
      box.scrollIntoViewIfNeeded({ timeout: patience / 4 }).then(
        () => true,
        () => false,
      )
    for (let turn = 0; turn < 4; turn++) {
      if ((await box.count()) > 0 && (await isShown())) return
      await this.page.locator('[data-pages]').tap({ timeout: patience })
      await this.page.getByLabel('Go to page').fill(String(number), { timeout: patience })
      await this.page.getByRole('button', { name: 'Go', exact: true }).tap({ timeout: patience })
      if (await isShown()) return
    }
    throw new Error(`page ${number} does not come into view`)
  }

  private async tick(entry: Entry): Promise<void> {
    await this.press(entry)
    await expect(this.boxOf(entry)).toBeChecked({ checked: entry.isOn === true, timeout: patience })
  }

  /** Options of a list are cards, those of a combo box are in a select box. */
  private async pick(picks: NonNullable<Entry['picks']>): Promise<void> {
    const select = this.sheet.locator('select')
    if ((await select.count()) > 0) {
      await select.selectOption({ value: picks[0]?.value ?? '' })
      return
    }
    const places = picks.map(({ place }) => place)
    const cards = this.sheet.locator('.m-controls-choices label')
    // The sheet may have other options chosen.
    const inputs = cards.locator('input')
    const isMany = (await inputs.first().getAttribute('type')) === 'checkbox'
    for (let place = 0; place < (await cards.count()); place++) {
      const isWanted = places.includes(place)
      if ((await inputs.nth(place).isChecked()) === isWanted || (!isWanted && !isMany)) continue
      await cards.nth(place).tap({ timeout: patience })
    }
  }

  /** Types the first of the texts that the field accepts. */
  private async type({ name, texts = [] }: Entry): Promise<void> {
    const control = this.sheet.locator('input, textarea').first()
    const isDate = (await control.getAttribute('type')) === 'date'
    for (const text of texts) {
      await control.fill(isDate ? day : text, { timeout: patience })
      this.entered.set(name, text)
      if (texts.length === 1) return
      // The scripts of the file run when the control loses the focus.
      await control.blur()
      const refused = await this.sheet
        .locator('[aria-invalid=true]')
        .waitFor({ timeout: 700 })
        .then(
          () => true,
          () => false,
        )
      if (!refused) return
    }
  }

  private async sign(entry: Entry): Promise<void> {
    await this.press(entry)
    const dialog = this.page.getByRole('dialog')
    await dialog.waitFor({ timeout: patience })
    if (this.signatures++ % 3 === 1) {
      // The second one is typed, the third is drawn again.
      await dialog.getByRole('button', { name: 'Type instead' }).tap()
      await dialog.getByLabel('Type your full name to sign').fill('Ashley Tran')
    } else {
      const sheet = dialog.locator('canvas').first()
      await sheet.hover()
      const area = await sheet.boundingBox()
      if (!area) throw new Error('the sheet to sign on is not shown')
      const at = (x: number, y: number) => [area.x + area.width * x, area.y + area.height * y] as const
      await this.page.mouse.move(...at(0.1, 0.6))
      await this.page.mouse.down()
      for (let step = 1; step <= 16; step++) await this.page.mouse.move(...at(0.1 + step * 0.05, 0.6 - (step % 4) * 0.1))
      await this.page.mouse.up()
    }
    await dialog.getByRole('button', { name: 'Confirm' }).tap({ timeout: patience })
    await expect(dialog).toHaveCount(0, { timeout: patience })
    await this.goOn(undefined)
  }

  /** Sends the form; returns the questions and refusals that the screen showed. */
  async submit(): Promise<string[]> {
    await this.goOn(undefined)
    const said: string[] = []
    const button = this.page.getByRole('button', { name: 'Submit', exact: true })
    await button.first().tap({ timeout: patience })
    const gone = this.page.locator('[data-status-screen=processed]')
    const question = this.page.getByRole('alertdialog')
    const refusal = this.page.locator('.m-pdfForm-root [role=alert]').filter({ hasText: 'Nothing was sent' })
    for (let turn = 0; turn < 4; turn++) {
      await expect(gone.or(question).or(refusal).first()).toBeVisible({ timeout: 60_000 })
      if (await gone.isVisible()) return said
      const text = await question.or(refusal).first().innerText()
      said.push(text.replaceAll(/\s+/g, ' '))
      if (!(await question.isVisible())) throw new Error(text)
      // Every character has a font here, and every required field was filled in.
      if (/missing values|can’t show these characters/.test(text)) throw new Error(text)
      await question.getByRole('button', { name: /^Submit/ }).tap({ timeout: patience })
      await expect(question).toHaveCount(0, { timeout: patience })
    }
    throw new Error(`the screen asks again and again: ${said.join(' | ')}`)
  }
}
