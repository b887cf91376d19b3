/** The details of a card's checks, by the API's texts. One that ends with a space goes on with names. */
export const detailsOfChecks: Record<string, string> = {
  'No MRZ was found': 'No se encontró una MRZ',
  'These check digits do not hold: ': 'Estos dígitos verificadores no son correctos: ',
  'All check digits hold': 'Todos los dígitos verificadores son correctos',
  'All check digits hold; misread letters were read again in the print':
    'Todos los dígitos verificadores son correctos; las letras mal leídas se leyeron otra vez en lo impreso',
  'The check digits hold only after misread letters were exchanged':
    'Los dígitos verificadores son correctos solo tras cambiar letras mal leídas',
  'The MRZ was not found or says nothing the reader knows':
    'No se encontró la MRZ, o no dice nada que el lector conozca',
  'The barcode was not found or says nothing the reader knows':
    'No se encontró el código, o no dice nada que el lector conozca',
  'No field was read from both': 'Ningún campo se leyó de ambos',
  'The MRZ and the print differ in ': 'La MRZ y lo impreso difieren en ',
  'The MRZ and the print agree in ': 'La MRZ y lo impreso coinciden en ',
  'The barcode and the print differ in ': 'El código y lo impreso difieren en ',
  'The barcode and the print agree in ': 'El código y lo impreso coinciden en ',
  'The national number has no check digit, or was not read':
    'El número de identidad no tiene dígito verificador, o no se leyó',
  'The check digit of the national number holds': 'El dígito verificador del número de identidad es correcto',
  'The check digit of the national number does not hold':
    'El dígito verificador del número de identidad no es correcto',
  'Fewer than two dates were read': 'Se leyeron menos de dos fechas',
  'Birth, issue and expiry follow one another': 'Nacimiento, emisión y vencimiento van en orden',
  'The dates are not in order': 'Las fechas no están en orden',
  'No date of expiry was read': 'No se leyó una fecha de vencimiento',
  'No day of expiry was read': 'No se leyó una fecha de vencimiento',
  'The card is valid': 'La cédula está vigente',
  'The card has expired': 'La cédula está vencida',
  'The front shows a face': 'El anverso muestra un rostro',
  'The front shows no face': 'El anverso no muestra un rostro',
};
