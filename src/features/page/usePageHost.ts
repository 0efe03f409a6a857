import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Return } from '../../../contract/endpoints/records.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { inParentFrame } from './inParentFrame.ts'
import { leave } from './leave.ts'
import { type ReturnOrigin, returnDelay, returnMessage, returnStep } from './returnStep.ts'
import { setDirty, startWork } from './isDirty.ts'
import { keepPage, pageInHistory, type useBackGuard } from './useBackGuard.ts'
import type { PageLayers } from './usePageLayers.ts'
import type { useParentFrame } from './useParentFrame.ts'

type Navigate = (url: string, replace?: boolean) => void

interface Surroundings {
  readonly guard: ReturnType<typeof useBackGuard>
  readonly frame: ReturnType<typeof useParentFrame>
  load(): Promise<void>
}

/** Returns the function that goes to a return address (spec/1 §4.9). */
export function useReturn({ setPhase, restart }: PageLayers, { guard, frame, load }: Surroundings): Navigate {
  const router = useRouter()
  return useCallback(
    (url: string, replace = false) => {
      const step = returnStep(url, location.origin)
      if (step.to === 'site') void router.navigate({ href: step.path, replace, ignoreBlocker: true })
      else if (step.to === 'outside') leave.to(step.url, replace === true)
      else if (step.to === 'back') window.history.go(-guard.steps())
      else if (step.to === 'close') window.close()
      else if (step.to === 'kioskrestart') frame.send('kioskrestart')
      else if (step.to === 'reload') {
        setDirty(false)
        restart()
        void load()
      } else if (step.to === 'nop') setPhase({ at: 'content' })
    },
    [router, guard, frame, load, restart, setPhase],
  )
}

/** Returns the function that follows the answer of a save: what the server says replaces what the form said. */
export function useAnswerOfSave({ setPhase, redirectIn }: PageLayers, navigate: Navigate): (answer: Return) => void {
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  })
  return useCallback(
    (answer) => {
      if (answer.returnMessage !== undefined)
        setPhase((before) => (before.at === 'processed' ? { ...before, ...returnMessage(answer) } : before))
      if (returnStep(answer.returnUrl, location.origin).to === 'stay') return
      redirectIn(returnDelay(answer, 'record'), () => latest.current(answer.returnUrl ?? ''))
    },
    [redirectIn, setPhase],
  )
}

/** The page of the form in the history entry. Only the first form after the page has been loaded goes on there. */
function usePageBefore(): () => number | undefined {
  const before = useRef(pageInHistory())
  return useCallback(() => {
    const page = before.current
    before.current = undefined
    return page
  }, [])
}

/** The services of the shell for its screen. They stay the same object while the page is open. */
export function usePageHost(
  embedded: boolean,
  { setPhase, setWorking, setMenu, setTurn, cancelRedirect, redirectIn }: PageLayers,
  navigate: Navigate,
  data: PageData | undefined,
): PageHost {
  const record = data?.record
  const latest = useRef({ navigate, record })
  useEffect(() => {
    latest.current = { navigate, record }
  })

  const takePageBefore = usePageBefore()
  const host = useMemo<PageHost>(() => {
    const self: PageHost = {
      embedded: embedded || inParentFrame(),
      busy() {
        const done = startWork()
        let open = true
        setWorking((count) => count + 1)
        return () => {
          if (!open) return
          open = false
          done()
          setWorking((count) => count - 1)
        }
      },
      finish(result: Return & { queued?: boolean; recovery?: boolean; opId?: string }, origin: ReturnOrigin) {
        setDirty(false)
        keepPage(0)
        if (result.notification) toast(result.notification, 'success')
        const step = returnStep(result.returnUrl, location.origin)
        if (step.to === 'nop') {
          setPhase({ at: 'content' })
          return
        }
        const queued = result.queued === true
        const { opId, recovery = false } = result
        setPhase({ at: 'processed', ...returnMessage(result), queuedAt: queued ? Date.now() : undefined, opId, recovery })
        if (step.to === 'stay') return
        redirectIn(returnDelay(result, origin), () => latest.current.navigate(result.returnUrl ?? ''))
      },
      fail(error, recovery = false) {
        // An error also cancels the success message and its redirect.
        cancelRedirect()
        setDirty(false)
        setPhase({ at: 'error', trouble: error, recovery })
      },
      reload: () => latest.current.navigate('reload'),
      dirty: setDirty,
      run: async (action, context) => {
        const { runAction } = await withLazyTexts(() => import('./actions/runAction.ts'))
        await runAction(action, context, {
          host: self,
          record: latest.current.record,
          choose: (entries) =>
            new Promise((resolve) => {
              setMenu({
                entries,
                onChoose(entry) {
                  setMenu(undefined)
                  resolve(entry)
                },
              })
            }),
        })
      },
      navigate: (url, replace) => latest.current.navigate(url, replace),
      turned: setTurn,
      pageBefore: takePageBefore,
    }
    return self
  }, [cancelRedirect, embedded, redirectIn, setMenu, setPhase, setTurn, setWorking, takePageBefore])

  const redirectNow = data?.componentConfig?.redirectNow
  useEffect(() => {
    if (redirectNow) latest.current.navigate(redirectNow, true)
  }, [redirectNow])

  return host
}
