import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { takeRedirect } from '../features/page/redirectCookie.ts'
import { useParentFrame } from '../features/page/useParentFrame.ts'
import { LoginFinishedScreen } from '../features/sign-in/LoginFinishedScreen.tsx'
import { LoginScreen } from '../features/sign-in/LoginScreen.tsx'
import { MyTasksLogin } from '../features/sign-in/MyTasksLogin.tsx'
import { SignInScreen } from '../features/sign-in/SignInScreen.tsx'
import { SignUpScreen } from '../features/sign-in/SignUpScreen.tsx'
import { isSitePath } from '../lib/sitePath.ts'
import { useTasksOffline } from '../store/lastTasks.ts'
import { useOwner } from '../store/owner.ts'
import { noteDisabled } from '../store/accountDisabled.ts'

/** How every way to log in ends: at the page that somebody came for, else where the server says. */
function useEndings() {
  const router = useRouter()
  return useMemo(() => {
    const go = (href: string) => void router.navigate({ href, replace: true })
    const site = (path: string | undefined) => (path !== undefined && isSitePath(path) ? path : '/')
    return {
      onSignedIn: ({ redirect }: { readonly redirect: string | undefined }) => go(takeRedirect() ?? site(redirect)),
      /** My Tasks leads where the server says and nowhere else. */
      onTasks: ({ redirect }: { readonly redirect: string | undefined }) => go(site(redirect)),
      onSignUp: () => go('/signup'),
      onLinked: () => {
        // The window that was opened for it has done its work.
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

export const LoginFinished = () => <LoginFinishedScreen {...useEndings()} />

export function LoginWithMobile() {
  const { onSignedIn, onDisabled } = useEndings()
  return <SignInScreen onSignedIn={(redirect) => onSignedIn({ redirect })} onDisabled={onDisabled} />
}

export function SignUp() {
  const { onSignedIn } = useEndings()
  return <SignUpScreen onSignedIn={onSignedIn} />
}

/** Who has opened their tasks here once finds them without a connection; a PIN could not come. */
export function MyTasks() {
  const owner = useOwner()
  const there = useTasksOffline(owner)
  const router = useRouter()
  useEffect(() => {
    if (there) void router.navigate({ href: there, replace: true })
  }, [router, there])
  // A kiosk takes a frame that says nothing for one that hangs, and waiting for a PIN takes longer than that.
  useParentFrame(undefined)
  const { onTasks, onDisabled } = useEndings()
  return <MyTasksLogin search={useLocation().searchStr} onSignedIn={onTasks} onDisabled={onDisabled} />
}
