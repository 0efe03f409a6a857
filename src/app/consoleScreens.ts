import type { RouteComponent } from '@tanstack/react-router'

/**
 * The screens of the management console (spec/3 §2.2) by address; each comes as a part of its own, with its texts, inside the console's frame.
 * `alone`: outside of it, for people who are not signed in (signup, kiosk, public demo pages).
 */
export const consoleScreens: readonly (readonly [path: string, load: () => Promise<RouteComponent>, where?: 'alone'])[] = [
  ['/kiosk', () => import('./Kiosk.tsx').then((module) => module.Kiosk), 'alone'],
  ['/kiosk/$code', () => import('./Kiosk.tsx').then((module) => module.Kiosk), 'alone'],
  ['/automation/$id/kiosk', () => import('../features/kiosk/BotKioskScreen.tsx').then((module) => module.BotKioskScreen)],
  ['/impersonate', () => import('../features/sign-in/ImpersonateScreen.tsx').then((module) => module.ImpersonateScreen)],
  ['/login', () => import('./Gate.tsx').then((module) => module.Login), 'alone'],
  ['/login/finished', () => import('./Gate.tsx').then((module) => module.LoginFinished), 'alone'],
  // Any path that names the monthly sandbox logs in there.
  ['/login/$', () => import('./Gate.tsx').then((module) => module.Login), 'alone'],
  ['/procore-monthly', () => import('./Gate.tsx').then((module) => module.Login), 'alone'],
  ['/procore-monthly/$', () => import('./Gate.tsx').then((module) => module.Login), 'alone'],
  ['/signup', () => import('./Gate.tsx').then((module) => module.SignUp), 'alone'],
  ['/mytasks', () => import('./Gate.tsx').then((module) => module.MyTasks), 'alone'],
  ['/onsite', () => import('../features/gate/OnSiteProjectsScreen.tsx').then((module) => module.OnSiteProjectsScreen)],
  ['/onsite/$team', () => import('../features/gate/OnSiteScreen.tsx').then((module) => module.OnSiteScreen)],
  ['/onsite/$team/muster', () => import('../features/gate/MusterScreen.tsx').then((module) => module.MusterScreen)],
  ['/onsite/$team/muster/$muster', () => import('../features/gate/MusterReportScreen.tsx').then((module) => module.MusterReportScreen)],
  ['/gate', () => import('../features/gate/GatesScreen.tsx').then((module) => module.GatesScreen)],
  ['/gate/$gate', () => import('../features/gate/GateScreen.tsx').then((module) => module.GateScreen), 'alone'],
  ['/teams', () => import('../features/projects/ProjectsScreen.tsx').then((module) => module.ProjectsScreen)],
  ['/teams/create', () => import('../features/projects/CreateProjectScreen.tsx').then((module) => module.CreateProjectScreen)],
  ['/teams/$id', () => import('../features/projects/ProjectScreen.tsx').then((module) => module.ProjectScreen)],
  ['/teams/$id/companies', () => import('../features/projects/ProjectLists.tsx').then((module) => module.CompaniesScreen)],
  ['/teams/$id/trades', () => import('../features/projects/ProjectLists.tsx').then((module) => module.TradesScreen)],
  ['/invite/$token', () => import('../features/projects/AcceptInviteScreen.tsx').then((module) => module.AcceptInviteScreen)],
  ['/mail', () => import('../features/projects/MailScreen.tsx').then((module) => module.MailScreen)],
  ['/lists', () => import('../features/lists/ListsScreen.tsx').then((module) => module.ListsScreen)],
  ['/billing/$billingId/permitTypes', () => import('../features/lists/ListsScreen.tsx').then((module) => module.PermitTypesScreen)],
  ['/support', () => import('../features/shell/SupportScreen.tsx').then((module) => module.SupportScreen)],
  ['/devices', () => import('../features/devices/DevicesScreen.tsx').then((module) => module.DevicesScreen)],
  ['/devices/register', () => import('../features/devices/RegisterScreen.tsx').then((module) => module.RegisterScreen), 'alone'],
  ['/devices/$device', () => import('../features/devices/DeviceScreen.tsx').then((module) => module.DeviceScreen)],
  ['/device/$code', () => import('../features/devices/CodeScreen.tsx').then((module) => module.CodeScreen), 'alone'],
  ['/scan', () => import('../features/scan/ScanScreen.tsx').then((module) => module.ScanScreen), 'alone'],
  ['/q/$code', () => import('../features/scan/ShortAddress.tsx').then((module) => module.ShortAddress), 'alone'],
  ['/automation/$id/qr', () => import('../features/scan/PosterScreen.tsx').then((module) => module.PosterScreen)],
  ['/pricing', () => import('../features/pricing/PricingScreen.tsx').then((module) => module.PricingScreen), 'alone'],
  ['/groundbreak', () => import('../features/demo/GroundbreakScreen.tsx').then((module) => module.GroundbreakScreen), 'alone'],
  [
    '/automation/embedded/$system/$systemId/demo',
    () => import('../features/demo/EmbeddedDemoScreen.tsx').then((module) => module.EmbeddedDemoScreen),
    'alone',
  ],
  ['/reporting', () => import('../features/reporting/ReportingScreen.tsx').then((module) => module.ReportingScreen)],
  ['/libraries', () => import('../features/libraries/LibrariesScreen.tsx').then((module) => module.LibrariesScreen)],
  ['/library/$key', () => import('../features/libraries/LibraryScreen.tsx').then((module) => module.LibraryScreen)],
  ['/automations', () => import('../features/bots/BotDashboardScreen.tsx').then((module) => module.BotDashboardScreen)],
  ['/team/$id/automations', () => import('../features/bots/BotDashboardScreen.tsx').then((module) => module.BotDashboardScreen)],
  // What the console does not know.
  ['$', () => import('../features/shell/UnknownTab.tsx').then((module) => module.UnknownTab)],
]
