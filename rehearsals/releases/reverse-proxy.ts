import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { ChildProgram } from '#rehearsals/program.ts'
import { findProgram } from '#tools/prepare/find-program.ts'

/** The reverse proxies with a file in `deploy`. Each name is also the name of a program and of a Debian package. */
export const proxies = ['caddy', 'nginx'] as const
export type ProxyName = (typeof proxies)[number]

export interface Certificate {
  /** The certificate authority that signed the certificate; clients must trust it. */
  authority: string
  chain: string
  key: string
}

/** Creates a certificate for localhost, signed by a new authority. */
export function makeCertificate(folder: string): Certificate {
  const at = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' })
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc']
  const authority = ['-keyout', at('authority.key'), '-out', at('authority.pem')]
  openssl('req', '-x509', ...fresh, '-subj', '/CN=A throwaway authority', '-days', '2', ...authority)
  const signed = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const [chain, key] = [at('chain.pem'), at('key.pem')]
  openssl('req', '-x509', ...fresh, ...name, ...signed, '-keyout', key, '-out', chain)
  return { authority: readFileSync(at('authority.pem'), 'utf8'), chain, key }
}

export interface ProxySetup {
  folder: string
  certificate: Certificate
  /** The proxy's ports for HTTPS and HTTP. */
  port: number
  plainPort: number
  /** The server's port on 127.0.0.1. */
  serverPort: number
}

/** Starts a proxy with the file in `deploy`, in which only names, ports and the certificate are replaced. */
export async function startProxy(name: ProxyName, setup: ProxySetup) {
  const home = join(setup.folder, name)
  mkdirSync(home, { recursive: true })
  // Both proxies redirect HTTP to HTTPS, but only once they are ready.
  const isUp = async () => {
    const { status } = await fetch(`http://127.0.0.1:${setup.plainPort}/`, { redirect: 'manual' })
    return status >= 300 && status < 400
  }
  return runProxy(name, { args: configure[name](home, setup), home, isUp })
}

/** Writes the configuration, and returns the program's arguments. */
const configure: Record<ProxyName, (home: string, setup: ProxySetup) => string[]> = {
  caddy(home, { certificate, port, plainPort, serverPort }) {
    const text = replaceTexts('deploy/Caddyfile', [
      ['www.example.com {', `localhost {\n\ttls ${certificate.chain} ${certificate.key}`],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    const file = join(home, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n${text}`)
    return caddyArguments(file)
  },
  nginx(home, { certificate, port, plainPort, serverPort }) {
    const text = replaceTexts('deploy/nginx.conf', [
      ['/etc/letsencrypt/live/www.example.com/fullchain.pem', certificate.chain],
      ['/etc/letsencrypt/live/www.example.com/privkey.pem', certificate.key],
      ['https://www.example.com$request_uri', `https://localhost:${port}$request_uri`],
      ['server_name www.example.com', 'server_name localhost 127.0.0.1'],
      ['listen 80;', `listen ${plainPort};`],
      ['listen [::]:80;', `listen [::]:${plainPort};`],
      ['listen 443 ssl', `listen ${port} ssl`],
      ['listen [::]:443 ssl', `listen [::]:${port} ssl`],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    writeFileSync(join(home, 'backline.conf'), text)
    // Debian's nginx.conf turns compression on, and our configuration has to work inside that file.
    return nginxArguments(home, 'gzip on;\ninclude backline.conf;')
  },
}

export const caddyArguments = (file: string): string[] => ['run', '--config', file, '--adapter', 'caddyfile']

/** Writes an nginx.conf with these lines in its `http` block, and keeps all of nginx's files in `home`. */
export function nginxArguments(home: string, lines: string): string[] {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`)
  const http = [...paths, 'access_log off;', lines].join('\n')
  const main = `pid ${home}/pid;\ndaemon off;\nerror_log stderr;\nevents {}\n`
  writeFileSync(join(home, 'nginx.conf'), `${main}http {\n${http}\n}\n`)
  return ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')]
}

/** Reads the file and replaces these strings, each of which must occur in the file. */
function replaceTexts(file: string, changes: [from: string, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not contain '${from}'.`)
      return text.replaceAll(from, to)
    },
    readFileSync(file, 'utf8'),
  )
}

interface ProxyStart {
  args: string[]
  /** A writable working directory. */
  home: string
  isUp: () => Promise<boolean>
}

export async function runProxy(name: ProxyName, { args, home, isUp }: ProxyStart) {
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const proxy = new ChildProgram(findProgram(name) ?? name, args, { env, cwd: home })
  await proxy.until('start', isUp)
  return {
    /** Reloads the configuration. */
    reload: () => proxy.child.kill('SIGHUP'),
    stop: () => proxy.end('SIGTERM', 3000),
  }
}

interface HttpsResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends one request over TLS and verifies the server's certificate; `localAddress` is the client's IP address. */
export function fetchThroughProxy(
  { port, certificate }: Pick<ProxySetup, 'port' | 'certificate'>,
  path: string,
  options: { method?: string; headers?: Record<string, string>; localAddress?: string } = {},
  body = '',
): Promise<HttpsResponse> {
  const headers = { host: `localhost:${port}`, ...options.headers }
  const target = { host: '127.0.0.1', servername: 'localhost', port, path, ca: certificate.authority }
  return new Promise((resolve, reject) => {
    const sent = request({ ...target, agent: false, ...options, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
