import { msg } from '@lingui/core/macro'
import { botPageNames } from '../../../contract/reference/botPageNames.ts'
import type { MenuEntry } from '../../features/shell/menuOf.ts'

const login = () => import('./Login.tsx').then((module) => module.Login)
const kiosk = () => import('./Kiosk.tsx').then((module) => module.Kiosk)
const botEditor = () => import('./BotEditor.tsx').then((module) => module.BotEditor)
const dashboard = () => import('../../features/bots/BotDashboardScreen.tsx').then((module) => module.BotDashboardScreen)
const createWizard = () => import('../../features/bots/wizards/CreateWizardScreen.tsx').then((module) => module.CreateWizardScreen)
const copyWizard = () => import('../../features/bots/wizards/CopyWizardScreen.tsx').then((module) => module.CopyWizardScreen)
const billingLink = () => import('../../features/wizards/BillingLinkScreen.tsx').then((module) => module.BillingLinkScreen)

/**
 * The screens of the management console (spec/3 §2.2) by address. Each is a separate chunk with its texts,
 * inside the console's frame. `alone`: outside the frame, for people who are not signed in (kiosk, public demo pages).
 * `sign-in`: the same, with the texts of a sign-in only.
 */
export const consoleScreens = [
  ['/kiosk', kiosk, 'alone'],
  ['/kiosk/$code', kiosk, 'alone'],
  ['/automation/$id/kiosk', () => import('../../features/kiosk/BotKioskScreen.tsx').then((module) => module.BotKioskScreen)],
  ['/impersonate', () => import('../../features/sign-in/ImpersonateScreen.tsx').then((module) => module.ImpersonateScreen)],
  ['/login', login, 'sign-in'],
  ['/login/finished', () => import('./Login.tsx').then((module) => module.LoginFinished), 'sign-in'],
  ['/join/$token', () => import('./Login.tsx').then((module) => module.Join), 'sign-in'],
  ['/login/link', () => import('./Login.tsx').then((module) => module.SignInLink), 'sign-in'],
  // Every path that names the monthly sandbox logs in there.
  ['/login/$', login, 'sign-in'],
  ['/procore-monthly', login, 'sign-in'],
  ['/procore-monthly/$', login, 'sign-in'],
  ['/signup', () => import('./Login.tsx').then((module) => module.SignUp), 'sign-in'],
  ['/mytasks', () => import('./Login.tsx').then((module) => module.MyTasks), 'sign-in'],
  ['/today', () => import('../../features/today/TodayScreen.tsx').then((module) => module.TodayScreen)],
  ['/onsite', () => import('../../features/gate/OnSiteProjectsScreen.tsx').then((module) => module.OnSiteProjectsScreen)],
  ['/onsite/$team', () => import('../../features/gate/OnSiteScreen.tsx').then((module) => module.OnSiteScreen)],
  ['/onsite/$team/times', () => import('../../features/crew-times/CrewTimesScreen.tsx').then((module) => module.CrewTimesScreen)],
  ['/onsite/$team/muster', () => import('../../features/gate/MusterScreen.tsx').then((module) => module.MusterScreen)],
  ['/onsite/$team/muster/$muster', () => import('../../features/gate/MusterReportScreen.tsx').then((module) => module.MusterReportScreen)],
  ['/gate', () => import('../../features/gate/GatesScreen.tsx').then((module) => module.GatesScreen)],
  ['/gate/$gate', () => import('./SiteGateRoute.tsx').then((module) => module.SiteGateRoute), 'alone'],
  ['/teams', () => import('../../features/projects/ProjectsScreen.tsx').then((module) => module.ProjectsScreen)],
  ['/teams/create', () => import('../../features/projects/CreateProjectScreen.tsx').then((module) => module.CreateProjectScreen)],
  ['/teams/$id', () => import('../../features/projects/ProjectScreen.tsx').then((module) => module.ProjectScreen)],
  ['/teams/$id/companies', () => import('../../features/projects/CompaniesScreen.tsx').then((module) => module.CompaniesScreen)],
  ['/teams/$id/trades', () => import('../../features/projects/CompaniesScreen.tsx').then((module) => module.TradesScreen)],
  ['/teams/$id/lists', () => import('../../features/lists/ProjectListsScreen.tsx').then((module) => module.ProjectListsScreen)],
  ['/teams/$id/lists/$list', () => import('../../features/lists/ProjectListScreen.tsx').then((module) => module.ProjectListScreen)],
  ['/teams/$id/lists/$list/import', () => import('../../features/lists/ImportScreen.tsx').then((module) => module.ImportScreen)],
  ['/invite/$token', () => import('../../features/projects/AcceptInviteScreen.tsx').then((module) => module.AcceptInviteScreen)],
  ['/mail', () => import('../../features/projects/MailScreen.tsx').then((module) => module.MailScreen)],
  ['/billing/request', () => import('../../features/wizards/AskMyBossScreen.tsx').then((module) => module.AskMyBossScreen)],
  ['/billing/request/$id', billingLink],
  ['/billing/refer', () => import('../../features/wizards/ReferScreen.tsx').then((module) => module.ReferScreen)],
  ['/billing/refer/$id', billingLink],
  ['/lists', () => import('../../features/lists/ListsScreen.tsx').then((module) => module.ListsScreen)],
  ['/billing', () => import('../../features/billing/BillingScreen.tsx').then((module) => module.BillingScreen)],
  ['/partners', () => import('../../features/billing/PartnersScreen.tsx').then((module) => module.PartnersScreen)],
  ['/billing/create', () => import('../../features/billing/CreateBillingScreen.tsx').then((module) => module.CreateBillingScreen)],
  ['/billing/$id', () => import('../../features/billing/AccountScreen.tsx').then((module) => module.AccountScreen)],
  ['/checkout/$session', () => import('../../features/billing/CheckoutScreen.tsx').then((module) => module.CheckoutScreen), 'alone'],
  ['/portal/$session', () => import('../../features/billing/PortalScreen.tsx').then((module) => module.PortalScreen), 'alone'],
  ['/billing/$billingId/permitTypes', () => import('../../features/lists/ListsScreen.tsx').then((module) => module.PermitTypesScreen)],
  ['/losses', () => import('../../features/outbox/LossesScreen.tsx').then((module) => module.LossesScreen)],
  ['/sessions', () => import('./Sessions.tsx').then((module) => module.Sessions)],
  ['/grants', () => import('../../features/sign-in/GrantsScreen.tsx').then((module) => module.GrantsScreen)],
  ['/people', () => import('../../features/people/PeopleScreen.tsx').then((module) => module.PeopleScreen)],
  ['/audit', () => import('../../features/people/AuditScreen.tsx').then((module) => module.AuditScreen)],
  ['/administration', () => import('../../features/people/AdministrationScreen.tsx').then((module) => module.AdministrationScreen)],
  ['/support', () => import('../../features/shell/SupportScreen.tsx').then((module) => module.SupportScreen)],
  ['/devices', () => import('../../features/devices/DevicesScreen.tsx').then((module) => module.DevicesScreen)],
  ['/devices/register', () => import('../../features/devices/RegisterScreen.tsx').then((module) => module.RegisterScreen), 'alone'],
  ['/devices/$device', () => import('../../features/devices/DeviceScreen.tsx').then((module) => module.DeviceScreen)],
  ['/device/$code', () => import('../../features/devices/CodeScreen.tsx').then((module) => module.CodeScreen), 'alone'],
  ['/scan', () => import('../../features/scan/ScanScreen.tsx').then((module) => module.ScanScreen), 'alone'],
  ['/q/$code', () => import('../../features/scan/ShortAddress.tsx').then((module) => module.ShortAddress), 'alone'],
  ['/automation/$id/qr', () => import('../../features/scan/PosterScreen.tsx').then((module) => module.PosterScreen)],
  ['/pricing', () => import('../../features/pricing/PricingScreen.tsx').then((module) => module.PricingScreen), 'alone'],
  ['/groundbreak', () => import('../../features/demo/GroundbreakScreen.tsx').then((module) => module.GroundbreakScreen), 'alone'],
  [
    '/automation/embedded/$system/$systemId/demo',
    () => import('../../features/demo/EmbeddedDemoScreen.tsx').then((module) => module.EmbeddedDemoScreen),
    'alone',
  ],
  ['/records', () => import('../../features/records/RecordListsScreen.tsx').then((module) => module.RecordListsScreen)],
  ['/reporting', () => import('../../features/reporting/ReportingScreen.tsx').then((module) => module.ReportingScreen)],
  ['/libraries', () => import('../../features/libraries/LibrariesScreen.tsx').then((module) => module.LibrariesScreen)],
  ['/library/$key', () => import('../../features/libraries/LibraryScreen.tsx').then((module) => module.LibraryScreen)],
  ['/automation/add', createWizard],
  ['/automation/add/$botClass', createWizard],
  ['/automation/add/$botClass/$team', createWizard],
  ['/team/$id/automation/add', createWizard],
  ['/automation/copy', copyWizard],
  ['/team/$id/automation/copy', copyWizard],
  ['/automation/$id/add', () => import('../../features/bots/wizards/AddBotScreen.tsx').then((module) => module.AddBotScreen)],
  ['/automation/new', botEditor],
  ['/automation/$id', botEditor],
  ['/automation/embedded/$system/$systemId', dashboard],
  ['/automations', dashboard],
  ['/team/$id/automations', dashboard],
  ['/review', () => import('../../features/review/InboxScreen.tsx').then((module) => module.InboxScreen)],
  ['/automation/$id/execution/$execId', () => import('../../features/review/ReviewScreen.tsx').then((module) => module.ReviewScreen)],
  [
    '/automation/$id/executions',
    () => import('../../features/conversations/ConversationsScreen.tsx').then((module) => module.ConversationsScreen),
  ],
  ...botPageNames.map((name) => [`/automation/$id/${name}`, () => import('./BotPage.tsx').then((module) => module.BotPage)] as const),
  ['/team/$id/log', () => import('../../features/daily-log/DailyLogScreen.tsx').then((module) => module.DailyLogScreen)],
  // All addresses that the console does not know.
  ['$', () => import('../../features/shell/UnknownTab.tsx').then((module) => module.UnknownTab)],
] as const

/** Entries of the side menu, below the fixed ones (menuOf.ts). They are shown to people who manage something. */
export const menuScreens: readonly MenuEntry[] = [
  { key: 'records', icon: 'inbox', href: '/records', label: msg`Records` },
  { key: 'studio', icon: 'form', href: '/studio', label: msg`Form studio` },
  { key: 'guide', icon: 'book', href: '/guide', label: msg`Guide for form authors` },
  { key: 'devices', icon: 'device', href: '/devices', label: msg`Devices` },
]
