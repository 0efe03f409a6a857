import { afterEach, describe, expect, it } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { niceMost } from './StackedChart.tsx'
import { WorkersChart } from './WorkersChart.tsx'

let drawn: DrawnPage
afterEach(() => drawn.remove())

const daily = Array.from({ length: 30 }, (_, n) => ({
  today: `2026-01-${String(n + 1).padStart(2, '0')}`,
  supervisory_workers: n === 0 ? 3 : 2,
  // On the first day the two values contradict each other, as in an inconsistent cached copy.
  people: n === 0 ? 1 : n,
}))

describe('the usage chart', () => {
  it('RV-157 RV-158 RV-376 CO-486 shows the workers of 30 days as Foremen / Supers and Other, which is never below zero', async () => {
    drawn = await drawPage(<WorkersChart daily={daily} />)
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe('Workers per day, last 30 days. Most on Jan 30: 29.')
    expect([...document.querySelectorAll('.m-chart-legend li')].map((one) => one.textContent)).toEqual(['Foremen / Supers', 'Other'])
    expect(document.querySelectorAll('.m-chart-plot g')).toHaveLength(30)
    const cells = [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
    expect([cells[0], cells[29]]).toEqual([
      ['Jan 1', '3', '0'],
      ['Jan 30', '2', '27'],
    ])
    const [low, high] = [...document.querySelectorAll('.m-chart-plot g:last-of-type rect')].map((bar) => Number(bar.getAttribute('height')))
    expect(high).toBeGreaterThan((low ?? 0) * 10)
  })

  it('is read bar by bar with the arrow keys', async () => {
    drawn = await drawPage(<WorkersChart daily={daily} />)
    const range = document.querySelector<HTMLInputElement>('input[type=range]')
    if (!range) throw new Error('nothing to go along')
    expect([range.ariaLabel ?? range.getAttribute('aria-label'), range.max, range.getAttribute('aria-valuetext')]).toEqual([
      'Day',
      '29',
      'Jan 30: Foremen / Supers 2, Other 27',
    ])
    await drawn.type(range, '4')
    expect(range.getAttribute('aria-valuetext')).toBe('Jan 5: Foremen / Supers 2, Other 2')
    expect(document.querySelector('.m-chart-legend')?.textContent).toBe('Foremen / Supers2Other2Jan 5')
    await act(() => void range.dispatchEvent(new MouseEvent('pointerout', { bubbles: true })))
    expect(document.querySelector('.m-chart-legend')?.textContent).toBe('Foremen / SupersOther')
  })

  it('says so when no one worked', async () => {
    drawn = await drawPage(<WorkersChart daily={daily.map((day) => ({ ...day, supervisory_workers: 0, people: 0 }))} />)
    expect(drawn.text()).toBe('No workers in the last 30 days.')
  })

  it.each([
    [1, 1],
    [3, 5],
    [7, 10],
    [10, 10],
    [11, 20],
    [40, 50],
    [101, 200],
  ])('rounds its line up from %i to %i', (most, line) => {
    expect(niceMost(most)).toBe(line)
    drawn = { remove: async () => undefined } as DrawnPage
  })
})
