import { afterEach, expect, it } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { KeepLine } from './KeepLine.tsx'

let drawn: DrawnPage
afterEach(() => drawn.remove())

it.each([
  { state: 'loading', size: 0, text: [] },
  { state: 'offered', size: 0, text: ['Keep on this device'] },
  { state: 'wanted', size: 2_000_000, text: ['Downloading to this device: 0 kB of 2 MB'] },
  { state: 'kept', size: 2_000_000, text: ['On this device, also without a connection (2 MB)Remove from this device'] },
] as const)('a file that is $state takes the room of every state, and shows only its own', async ({ state, size, text }) => {
  drawn = await drawPage(<KeepLine state={state} size={size} have={0} online onKeep={() => undefined} onRemove={() => undefined} />)
  const parts = [...document.querySelectorAll<HTMLElement>('[data-state] > div')]
  expect(parts).toHaveLength(3)
  // Keeps its colors where the system forces its own.
  expect(parts[1]?.querySelector('progress')?.hasAttribute('data-progress')).toBe(true)
  expect(parts[2]?.textContent).toMatch(/^On this device, also without a connection \(\d.*\)Remove from this device$/)
  expect(parts.filter((part) => part.style.visibility !== 'hidden').map((part) => part.textContent)).toEqual(text)
})
