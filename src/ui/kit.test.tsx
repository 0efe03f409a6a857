import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../tests/harness/page.tsx'
import { Button } from './controls/Button.tsx'
import { ConfirmButton } from './controls/ConfirmButton.tsx'
import { confirmDialog, Dialogs } from './overlays/confirmDialog.tsx'
import { Dialog } from './overlays/Dialog.tsx'
import { DeliveryMark } from './feedback/DeliveryMark.tsx'
import { type Failure, FailedState } from './feedback/FailedState.tsx'
import { Markdown } from './data/Markdown.tsx'
import { Page } from './layout/Page.tsx'
import { Skeleton } from './feedback/Skeleton.tsx'
import { StatusScreen } from './feedback/StatusScreen.tsx'
import { dismissToasts, Toasts, toast } from './feedback/toast.tsx'

let drawn: DrawnPage | undefined
const width = window.innerWidth

afterEach(async () => {
  vi.useRealTimers()
  window.innerWidth = width
  await drawn?.remove()
  drawn = undefined
})

describe('a button', () => {
  it('FE-267 FE-268 is disabled and shows a progress bar while its work is under way, and only then', async () => {
    let finish: () => void = () => undefined
    let presses = 0
    const work = () => {
      presses += 1
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    drawn = await drawPage(<Button onClick={work}>Approve</Button>)
    const button = drawn.button('Approve')
    expect(button.disabled).toBe(false)
    expect(button.querySelector('[data-progress]')).toBeNull()

    await drawn.press(button)
    await drawn.press(button)
    expect(button.disabled).toBe(true)
    expect(button.querySelector('[data-progress]')).not.toBeNull()
    expect(presses).toBe(1)

    await act(() => finish())
    expect(button.disabled).toBe(false)
    expect(button.querySelector('[data-progress]')).toBeNull()
  })

  it('FE-269 RV-124 that asks first reveals "Confirm …" and acts on the second press alone', async () => {
    const confirmed = vi.fn<() => void>()
    drawn = await drawPage(<ConfirmButton label="Delete" onConfirm={confirmed} />)
    await drawn.press(drawn.button('Delete'))
    expect(confirmed).not.toHaveBeenCalled()
    await drawn.press(drawn.button('Confirm Delete'))
    expect(confirmed).toHaveBeenCalledTimes(1)
    expect(drawn.hasButton('Confirm Delete')).toBe(false)
  })
})

describe('a screen that could not be loaded', () => {
  const shown = async (error: Failure, title?: string) => {
    await drawn?.remove()
    drawn = await drawPage(
      <Page title={title}>
        <FailedState error={error} onRetry={() => undefined} />
      </Page>,
    )
    return drawn.text()
  }
  const headings = () => [...document.querySelectorAll('h1')].map((heading) => heading.textContent)

  it('says whether it is the connection, the server or a right that is missing, and what to do', async () => {
    expect(await shown({ code: 'UNREACHABLE', message: '', passing: 'offline' })).toContain('This page needs a connection the first time.')
    expect(await shown({ code: 'CAPTIVE', message: '', passing: 'captive' })).toContain('This Wi-Fi asks you to sign in first.')
    expect(await shown({ code: 'E42', message: 'E42', passing: 'busy' })).toContain('The server has a problem')
    expect(await shown({ code: 'FORBIDDEN', message: 'Only for owners.' })).toContain('You have no accessOnly for owners.')
    expect(drawn?.hasButton('Try again')).toBe(true)
    expect(await shown({ code: 'NOT_AUTHORIZED', message: '' })).toContain('You need to be logged in to do that.')
    expect(document.querySelector('a')?.textContent).toContain('Login')
    expect(await shown({ code: 'NOT_FOUND', message: 'No such bot.' })).toContain('This could not be loadedNo such bot.')
  })

  it('always has one heading: its own, or that of the screen around it', async () => {
    await shown({ message: 'Broken' })
    expect(headings()).toEqual(['This could not be loaded'])
    await shown({ message: 'Broken' }, 'Projects')
    expect(headings()).toEqual(['Projects'])
  })
})

describe('a dialog', () => {
  const shown = () => document.querySelector('dialog') as HTMLDialogElement

  it('FE-453 RV-075 has title, body and buttons, is 350 px wide and never more than 75 % of the window', async () => {
    window.innerWidth = 1200
    drawn = await drawPage(
      <Dialog open title="Signature" onClose={() => undefined} actions={<Button>OK</Button>}>
        Sign here
      </Dialog>,
    )
    expect(drawn.text(shown())).toBe('SignatureSign hereOK')
    expect(shown().style.width).toBe('350px')
    expect(shown().style.maxWidth).toBe('75vw')
  })

  it('RV-076 RV-359 is 500 px wide when it is a generic one: a question, an answer and nothing to fill', async () => {
    window.innerWidth = 1200
    drawn = await drawPage(
      <Dialog open kind="generic" title="Close the day?" onClose={() => undefined}>
        Twelve people are still on site.
      </Dialog>,
    )
    expect([shown().style.width, shown().style.maxWidth]).toEqual(['500px', '75vw'])
    await drawn.draw(<Dialogs />)
    await act(() => void confirmDialog({ text: 'Close the day?' }))
    await drawn.until(() => shown())
    expect(shown().style.width).toBe('500px')
    await drawn.press(drawn.button('Cancel'))
  })

  it('RV-077 stops the page behind it from scrolling for as long as it is open', async () => {
    const dialog = (open: boolean) => (
      <Dialog open={open} title="Pick" onClose={() => undefined}>
        …
      </Dialog>
    )
    drawn = await drawPage(dialog(true))
    expect(document.documentElement.style.overflow).toBe('hidden')
    await drawn.draw(dialog(false))
    expect(document.documentElement.style.overflow).toBe('')
  })

  it('RV-354 takes the whole screen once the window is narrower than 500 px, also without an event: it looks every 250 ms', async () => {
    vi.useFakeTimers()
    window.innerWidth = 800
    drawn = await drawPage(
      <Dialog open title="Pick" onClose={() => undefined}>
        …
      </Dialog>,
    )
    expect(shown().style.maxWidth).toBe('75vw')
    window.innerWidth = 499
    await act(() => void vi.advanceTimersByTime(249))
    expect(shown().style.maxWidth).toBe('75vw')
    await act(() => void vi.advanceTimersByTime(1))
    expect(shown().style.maxWidth).toBe('')
  })

  it('Escape asks to close', async () => {
    const close = vi.fn<() => void>()
    drawn = await drawPage(
      <Dialog open title="Pick" onClose={close}>
        …
      </Dialog>,
    )
    await act(() => void shown().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('a question is answered by its buttons, one after the other', async () => {
    drawn = await drawPage(<Dialogs />)
    const answers: boolean[] = []
    void confirmDialog({ text: 'First?' }).then((yes) => answers.push(yes))
    void confirmDialog({ text: 'Second?' }).then((yes) => answers.push(yes))
    await drawn.until(() => drawn?.hasButton('OK'))
    expect(drawn.text()).toContain('First?')
    expect(drawn.text()).not.toContain('Second?')
    await drawn.press(drawn.button('OK'))
    await drawn.until(() => drawn?.text().includes('Second?'))
    await drawn.press(drawn.button('Cancel'))
    expect(answers).toEqual([true, false])
  })
})

describe('a message while dialogs are open', () => {
  const screen = (second: boolean) => (
    <>
      <Dialog open title="Crew" onClose={() => undefined}>
        {second && (
          <Dialog open title="Remove Ana?" onClose={() => undefined}>
            She keeps her saves.
          </Dialog>
        )}
      </Dialog>
      <Toasts />
    </>
  )

  it('is in the topmost one, in a region that was there before its words, so that it is read out', async () => {
    const all = document.querySelectorAll.bind(document)
    // jsdom knows no modal dialogs.
    const modal = vi
      .spyOn(document, 'querySelectorAll')
      .mockImplementation((selector: string) => all(selector === 'dialog:modal' ? 'dialog' : selector))
    const begun: (string | null)[] = []
    const watch = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement && node.dataset['toasts'] !== undefined) begun.push(node.textContent)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    try {
      drawn = await drawPage(screen(false))
      await act(() => toast('No connection'))
      const regions = () => [...document.querySelectorAll('[data-toasts]')].map((region) => [region.parentElement, region.textContent])
      const dialogs = () => [...document.querySelectorAll('dialog')]
      await drawn.until(() => regions().at(-1)?.[1] === 'No connection')
      expect(regions()).toEqual([[dialogs()[0], 'No connection']])
      await drawn.draw(screen(true))
      await drawn.until(() => regions().some(([dialog, words]) => dialog === dialogs()[1] && words === 'No connection'))
      expect(regions()).toEqual([[dialogs()[1], 'No connection']])
      expect(begun).toEqual(['', ''])
    } finally {
      watch.disconnect()
      modal.mockRestore()
      dismissToasts()
    }
  })
})

describe('what passes', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  it('FE-443 CO-483 a toast goes away after 6 seconds', async () => {
    drawn = await drawPage(<Toasts />)
    await act(() => toast('Updated'))
    expect(drawn.text()).toContain('Updated')
    await act(() => void vi.advanceTimersByTime(5999))
    expect(drawn.text()).toContain('Updated')
    await act(() => void vi.advanceTimersByTime(1))
    await drawn.draw(<Toasts key="again" />)
    expect(drawn.text()).not.toContain('Updated')
  })

  it('a button keeps the focus while it works, and is not pressed twice', async () => {
    let finish: () => void = () => undefined
    const work = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)))
    drawn = await drawPage(<Button onClick={work}>Update Details</Button>)
    const button = drawn.button('Update Details')
    await act(() => button.focus())
    await drawn.press(button)
    expect(document.activeElement).toBe(button)
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    await drawn.press(button)
    expect(work).toHaveBeenCalledTimes(1)
    await act(async () => finish())
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  it('FE-449 what is ready within 50 ms shows no sign of waiting; after that there is a spinner', async () => {
    drawn = await drawPage(<Skeleton />)
    const waits = () => document.querySelector('[data-skeleton]')
    await act(() => void vi.advanceTimersByTime(49))
    expect(waits()).toBeNull()
    await act(() => void vi.advanceTimersByTime(1))
    expect(waits()?.querySelector('span[aria-hidden=true]')).not.toBeNull()
    expect(drawn.text()).toBe('Loading...')
  })
})

describe('the words of delivery and of status', () => {
  it('are the same four everywhere', async () => {
    drawn = await drawPage(
      <>
        <DeliveryMark state="saved" />, <DeliveryMark state="sending" percent={41.7} />, <DeliveryMark state="sent" />,{' '}
        <DeliveryMark state="needsYou" />
      </>,
    )
    expect(drawn.text()).toBe('Saved on this device, Sending 41 %, Sent, Needs you')
  })

  it('FE-051 FE-052 FE-054 say Processing..., a message, or Uh Oh!', async () => {
    drawn = await drawPage(<StatusScreen kind="processing" />)
    expect(drawn.text()).toBe('Processing...')
    await drawn.draw(<StatusScreen kind="processed" message="# Got it, thanks" />)
    expect(document.querySelector('h1')?.textContent).toBe('Got it, thanks')
    await drawn.draw(<StatusScreen kind="error">Nothing there</StatusScreen>)
    expect(drawn.text()).toBe('Uh Oh!Nothing there')
  })

  it('a message may be Markdown, but brings no HTML and no script along', async () => {
    drawn = await drawPage(<Markdown text={'**Bold** <img src=x onerror=alert(1)> [go](javascript:alert(1)) [home](/frontend/tasks/1)'} />)
    await drawn.until(() => document.querySelector('strong'))
    expect(document.querySelector('img')).toBeNull()
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).not.toContain('javascript:alert(1)')
    expect(document.querySelector('a[href="/frontend/tasks/1"]')).not.toBeNull()
  })
})
