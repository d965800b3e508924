import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Values to fill into a configuration of `deploy/proxies` on this machine. */
export interface Place {
  /** Folder for everything that the proxy writes. */
  folder: string;
  httpPort: number;
  httpsPort: number;
  /** `host:port`. */
  relays: readonly [string, string];
  certificate: string;
  key: string;
  /** The certificate and the key in one file. */
  both: string;
}

export interface ProxyKind {
  name: string;
  /** Name of the program, and of its Debian package except for nginx. */
  program: string;
  /** Name of the configuration in `deploy/proxies`. */
  file: string;
  /** Texts of the configuration, each with its replacement for the measurement. */
  replacements(place: Place): readonly (readonly [string, string])[];
  /** The file that the program is started with, if the configuration is only a part of it. */
  wrap?(configuration: string, place: Place): string;
  /** @param main the path of the file to start with */
  command(main: string): readonly string[];
}

const relaysOf = ({ relays }: Place) =>
  [
    ['10.0.0.11:8080', relays[0]],
    ['10.0.0.12:8080', relays[1]],
  ] as const;

const tlsOf = ({ certificate, key }: Place) =>
  [
    ['/etc/relay/tls/fullchain.pem', certificate],
    ['/etc/relay/tls/privkey.pem', key],
  ] as const;

const isRoot = process.getuid?.() === 0;

export const PROXIES: readonly ProxyKind[] = [
  {
    name: 'nginx',
    program: 'nginx',
    file: 'nginx.conf',
    replacements: (place) => [
      ...relaysOf(place),
      ...tlsOf(place),
      ['listen 80;', `listen ${place.httpPort};`],
      ['listen 443 ssl', `listen ${place.httpsPort} ssl`],
      ['chat.example.com', 'localhost'],
      ['/var/log/nginx/', `${place.folder}/`],
    ],
    wrap: (configuration, { folder }) => `
      ${isRoot ? 'user root;' : ''}
      daemon off; pid ${folder}/pid; error_log stderr;
      events {}
      http {
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        include ${configuration};
      }`,
    command: (main) => ['-c', main],
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    file: 'haproxy.cfg',
    replacements: (place) => [
      ...relaysOf(place),
      ['/etc/relay/tls/relay.pem', place.both],
      ['bind :80\n', `bind :${place.httpPort}\n`],
      ['bind :443 ', `bind :${place.httpsPort} `],
    ],
    command: (main) => ['-db', '-f', main],
  },
  {
    name: 'Apache',
    program: 'apache2',
    file: 'apache.conf',
    replacements: (place) => [
      ...relaysOf(place),
      ...tlsOf(place),
      ['<VirtualHost *:80>', `<VirtualHost *:${place.httpPort}>`],
      ['<VirtualHost *:443>', `<VirtualHost *:${place.httpsPort}>`],
      ['chat.example.com', 'localhost'],
      ['/var/log/apache2/', `${place.folder}/`],
    ],
    wrap: (configuration, { folder, httpPort, httpsPort }) => `
      ServerRoot ${folder}
      PidFile ${folder}/pid
      DefaultRuntimeDir ${folder}
      ErrorLog /dev/stderr
      ${isRoot ? 'User www-data\nGroup www-data' : ''}
      ServerName localhost
      Listen ${httpPort}
      Listen ${httpsPort}
      ${apacheModules()}
      Include ${configuration}`,
    command: (main) => ['-f', main, '-DFOREGROUND'],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    file: 'Caddyfile',
    replacements: (place) => [
      ['{$RELAYS:127.0.0.1:8080}', place.relays.join(' ')],
      [
        '{$DOMAIN:chat.example.com} {\n',
        `localhost:${place.httpsPort} {\n\ttls ${place.certificate} ${place.key}\n`,
      ],
      ['\n{\n', `\n{\n\tadmin off\n\thttp_port ${place.httpPort}\n`],
    ],
    command: (main) => ['run', '--adapter', 'caddyfile', '--config', main],
  },
];

/** The configuration for a place. @throws {Error} if it lacks what is to be replaced */
export function configurationFor(kind: ProxyKind, text: string, place: Place): string {
  return kind.replacements(place).reduce((result, [written, needed]) => {
    if (!result.includes(written)) throw new Error(`${kind.file} lacks ${JSON.stringify(written)}`);
    return result.replaceAll(written, needed);
  }, text);
}

const APACHE_MODULES = '/usr/lib/apache2/modules';

/** The modules that the comment in the configuration names, and those that they and Debian's defaults need. */
function apacheModules(): string {
  const wanted =
    'mpm_event authz_core alias ssl http2 headers proxy proxy_http proxy_balancer proxy_hcheck lbmethod_bybusyness slotmem_shm watchdog'.split(
      ' ',
    );
  const present = new Set(readdirSync(APACHE_MODULES));
  return wanted
    .filter((name) => present.has(`mod_${name}.so`)) // others are built in
    .map((name) => `LoadModule ${name}_module ${join(APACHE_MODULES, `mod_${name}.so`)}`)
    .join('\n');
}
