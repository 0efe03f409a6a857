import { configFrom } from '../../server/main.ts'

/** The names of all settings that the server reads from its environment. */
export function settingsOfServer(): ReadonlySet<string> {
  const read = new Set<string>()
  const values: Record<string, string> = {
    FILES_URL: 's3://files',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 's',
    SMS_ACCOUNT: 'AC1',
    SMS_TOKEN: 't',
    SMS_FROM: '+1',
    MAIL_URL: 'smtp://m',
    OWNER_MOBILE: '+12025550150',
    KIOSK_HOST: 'k',
    TRANSLATE_URL: 'http://t',
    ASSISTANT_URL: 'http://a',
    ASSISTANT_MODEL: 'm',
    STRIPE_SECRET_KEY: 's',
    STRIPE_PUBLISHABLE_KEY: 'p',
    STRIPE_WEBHOOK_SECRET: 'w',
    CONSTRUCTION_CLIENT_ID: 'c',
    CONSTRUCTION_ISSUER: 'https://i',
    CONSTRUCTION_API_URL: 'http://c',
    CONSTRUCTION_API_TOKEN_URL: 'http://c',
    CONSTRUCTION_API_CLIENT_ID: 'c',
    CONSTRUCTION_API_CLIENT_SECRET: 'c',
    CONSTRUCTION_API_ACCOUNT: 'c',
  }
  const env = new Proxy(values, {
    get(target, name) {
      if (typeof name === 'string') read.add(name)
      return Reflect.get(target, name) as unknown
    },
  })
  configFrom(env)
  return read
}
