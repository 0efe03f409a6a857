import { transform } from 'enketo-transformer/web'

globalThis.transform = transform
