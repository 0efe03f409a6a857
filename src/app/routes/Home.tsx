import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAuthWait } from '../../features/sign-in/useAuthWait.ts'
import { takeRedirect } from '../../features/page/rememberRedirect.ts'
import { monthlyPath } from '../../../contract/reference/monthlyPath.ts'
import { getMe, type Me } from '../../../contract/endpoints/sign-in.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useTasksOffline } from '../../store/queries/useTasksOffline.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { useSession } from '../../store/session/session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/**
 * `/`: the page that the person asked for before the sign-in; otherwise the console for people who manage
 * something and My Tasks for others. If no one is signed in: the sign-in page.
 */
export function Home() {
  const owner = useOwner()
  const { state, disabled } = useSession()
  // ExpiredSession logs the person out, and comes back here.
  if (disabled) return null
  return owner.startsWith('u:') && state !== 'expired' ? <ToTasks uid={owner.slice(2)} /> : <GoTo href={loginPage()} />
}

/** A dedicated host leads workers straight to their list (spec/3 §2.2). */
export const loginPage = (hostname = location.hostname) => (/^my-?tasks\./.test(hostname) ? '/mytasks' : '/login')
/** The page where a person signs in who asked for this address: one with "procore-monthly" leads to the monthly sandbox. */
export function signInPage(pathname: string): string {
  if (pathname.includes(monthlyPath)) return `/login/${monthlyPath}`
  const invite = /^\/invite\/([\w-]+)\/?$/.exec(pathname)?.[1]
  return invite === undefined ? '/login' : `/join/${invite}`
}
/** The start page of the console. */
const consoleHome = '/automations'

/** The address that `/` leads to. `kept`: My Tasks on this device, without a connection. */
export const homeOf = (uid: string, me?: Pick<Me, 'teams' | 'tasks'>, kept?: string | null): string =>
  me?.teams.some(({ role }) => role === 'Owner' || role === 'Administrator') ? consoleHome : (kept ?? me?.tasks ?? `/frontend/tasks/${uid}`)

function ToTasks({ uid }: { readonly uid: string }) {
  const { data, state } = useCached(getMe)
  const kept = useTasksOffline(`u:${uid}`)
  const waited = useAuthWait(data !== undefined || state !== 'loading')
  if (!waited || kept === undefined)
    return (
      <Page>
        <Skeleton rows={4} />
      </Page>
    )
  return <GoTo href={homeOf(uid, data, kept)} asked />
}

function GoTo({ href, asked = false }: { readonly href: string; readonly asked?: boolean }) {
  const router = useRouter()
  const target = useRef<string>(undefined)
  useEffect(() => {
    // The cookie can be read only once, but an effect may run twice.
    target.current ??= (asked ? takeRedirect() : undefined) ?? href
    void router.navigate({ href: target.current, replace: true })
  }, [router, href, asked])
  return null
}
