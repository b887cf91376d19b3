/** The kinds of data that services keep, by the API's names. */
export const kindsOfData: Record<string, string> = {
  'audit records': 'Registros de auditoría',
  'audit postings': 'Índice de auditoría',
  'blocked names': 'Nombres bloqueados',
  targets: 'Destinatarios',
  'target lists': 'Listas de destinatarios',
  entries: 'Entradas',
  campaigns: 'Campañas',
  'copy parts': 'Partes de copias',
  'copy files': 'Archivos de copias',
  'replaced file versions': 'Versiones reemplazadas de archivos',
  'file registers': 'Archivos',
  'file versions': 'Versiones de archivos',
  profiles: 'Perfiles',
  'password tokens': 'Enlaces de contraseña',
  'service log': 'Registro del servicio',
  'dead letters': 'Mensajes muertos',
  tombstones: 'Marcas de borrado',
  devices: 'Dispositivos',
  claims: 'Datos informados sin prueba',
  persons: 'Personas',
  'subject requests': 'Solicitudes de personas',
  'legal holds': 'Retenciones legales',
  identities: 'Identidades',
  segments: 'Segmentos',
  deliveries: 'Entregas',
  'campaign deliveries': 'Entregas de campañas',
  'lost push tokens': 'Tokens push perdidos',
  'push tokens': 'Tokens push',
  credentials: 'Cédulas',
  'credential pictures': 'Imágenes de cédulas',
  outbox: 'Mensajes por enviar',
  'idempotency keys': 'Claves de idempotencia',
  'request times': 'Horas de solicitudes',
};

/** What removes data where no setting of a service decides, by the API's texts. */
export const rulesOfRetention: Record<string, string> = {
  'with their audit records': 'con sus registros de auditoría',
  'with the targets; the reasons of failures stay, without devices':
    'con los destinatarios; los motivos de los fallos quedan, sin dispositivos',
  'with the devices of identification': 'con los dispositivos de identification',
  'with their credential': 'con su cédula',
  'with the targets; of named and of late devices, the end of the campaign or 30 days after its planned end':
    'con los destinatarios; los de dispositivos nombrados o tardíos, al fin de la campaña o 30 días después del previsto',
  'seven days, if no copy is made of them': 'siete días, si no se hace de ellas una copia',
  'seven days, with their link': 'siete días, con su enlace',
  'the life of a link': 'la vida de un enlace',
  'one day': 'un día',
  'the time window of a limit': 'la ventana de tiempo de un límite',
  '`TOMBSTONE_DAYS`': '`TOMBSTONE_DAYS`',
  'until erased: they keep a blocked person hidden': 'hasta que se borren: mantienen oculta a una persona bloqueada',
  'until erased: what was sent, by whom it was approved, and its numbers':
    'hasta que se borre: qué se envió, quién lo aprobó y sus cifras',
  'until erased: what the company stores': 'hasta que se borre: lo que guarda la empresa',
  'until erased: the newest version is what the company stores':
    'hasta que se borre: la versión más nueva es lo que guarda la empresa',
  'until erased: accounts, with which their users sign in':
    'hasta que se borren: cuentas con las que entran sus usuarios',
  'until erased: customers of the company, who are no less so for not using a phone':
    'hasta que se borren: clientes de la empresa, que no lo son menos por no usar un teléfono',
  'until erased: evidence of why data was kept; a lifted hold goes with the person':
    'hasta que se borren: prueba de por qué se guardaron datos; una retención levantada se va con la persona',
  'until erased: conditions that operators wrote; they name a device only where one wrote it':
    'hasta que se borren: condiciones que escribieron operadores; nombran un dispositivo solo donde uno lo escribió',
  'until erased: messages wait here while the broker is down':
    'hasta que se borren: los mensajes esperan aquí mientras el broker no funciona',
};
