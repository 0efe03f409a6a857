import { isServed } from '../../features/shell/menuOf.ts'
import { consoleScreens } from './consoleScreens.ts'

/** Of the console, and screens of their own to which its menu leads. */
const routes = [...consoleScreens.map(([path]) => path), '/frontend/$', '/studio', '/guide']

/** Returns true if the menu may lead to this address. */
export const isKnown = (href: string): boolean => isServed(href, routes)
