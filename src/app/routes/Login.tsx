import { useLocation, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { takeRedirect } from '../../features/page/rememberRedirect.ts'
import { useParentFrame } from '../../features/page/useParentFrame.ts'
import { JoinScreen } from '../../features/sign-in/invited/JoinScreen.tsx'
import { LoginFinishedScreen } from '../../features/sign-in/LoginFinishedScreen.tsx'
import { LoginScreen } from '../../features/sign-in/LoginScreen.tsx'
import { MyTasksLogin } from '../../features/sign-in/MyTasksLogin.tsx'
import { SignInLinkScreen } from '../../features/sign-in/SignInLinkScreen.tsx'
import { SignInScreen } from '../../features/sign-in/SignInScreen.tsx'
import { SignUpScreen } from '../../features/sign-in/SignUpScreen.tsx'
import { isSitePath } from '../../lib/isSitePath.ts'
import { useTasksOffline } from '../../store/queries/useTasksOffline.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { noteDisabled } from '../../store/session/noteDisabled.ts'

/**
 * Returns the callbacks that end each login method: they open the page that the person asked for, otherwise
 * the server's redirect.
 */
function useEndings() {
  const router = useRouter()
  return useMemo(() => {
    const go = (href: string) => void router.navigate({ href, replace: true })
    const site = (path: string | undefined) => (path !== undefined && isSitePath(path) ? path : '/')
    return {
      onSignedIn: ({ redirect }: { readonly redirect: string | undefined }) => go(takeRedirect() ?? site(redirect)),
      /** My Tasks leads only to the server's redirect. */
      onTasks: ({ redirect }: { readonly redirect: string | undefined }) => go(site(redirect)),
      onSignUp: () => go('/signup'),
      onLinked: () => {
        // The window that was opened for the login is no longer needed.
        if (window.opener) window.close()
        go('/')
      },
      onDisabled: () => {
        noteDisabled()
        go('/')
      },
    }
  }, [router])
}

export function Login() {
  const { pathname, searchStr } = useLocation()
  return <LoginScreen {...useEndings()} pathname={pathname} search={searchStr} />
}

export function SignInLink() {
  const { onSignedIn, onDisabled } = useEndings()
  return <SignInLinkScreen onSignedIn={onSignedIn} onDisabled={onDisabled} />
}

export function Join() {
  const { onSignedIn } = useEndings()
  return <JoinScreen token={useParams({ from: '/join/$token' }).token} onSignedIn={onSignedIn} />
}

export const LoginFinished = () => <LoginFinishedScreen {...useEndings()} />

export function LoginWithMobile() {
  const { onSignedIn, onDisabled } = useEndings()
  return <SignInScreen onSignedIn={(redirect) => onSignedIn({ redirect })} onDisabled={onDisabled} />
}

export function SignUp() {
  const { onSignedIn } = useEndings()
  return <SignUpScreen onSignedIn={onSignedIn} />
}

/**
 * A person who has opened their tasks on this device before finds them offline, where a PIN could not arrive.
 */
export function MyTasks() {
  const owner = useOwner()
  const there = useTasksOffline(owner)
  const router = useRouter()
  useEffect(() => {
    if (there) void router.navigate({ href: there, replace: true })
  }, [router, there])
  // A kiosk treats a silent frame as hung, and waiting for a PIN takes longer than that limit.
  useParentFrame(undefined)
  const { onTasks, onDisabled } = useEndings()
  return <MyTasksLogin team={useSearch({ from: '/mytasks' }).team} onSignedIn={onTasks} onDisabled={onDisabled} />
}
