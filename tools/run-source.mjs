// Runs the server from its sources as its tests do: TypeScript through tsx, and style modules as their class names.
import { register } from 'node:module'
import 'tsx'

register('./style-names.mjs', import.meta.url)
