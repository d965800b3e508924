import type { Passage } from '../types';

const passage = (id: string, text: string): Passage => ({ id: `es-${id}`, language: 'es', text });

export const SPANISH_PASSAGES: readonly Passage[] = [
  passage(
    'delivery',
    'El envío estándar cuesta 3,95 € y tarda de 2 a 4 días laborables. Es gratuito a partir de 45 € de compra. El envío exprés cuesta 9,90 € y llega en 24 horas si usted pide antes de las 13:30. El envío a Canarias cuesta 14,50 EUR. Siga su paquete en https://envios.tienda-alondra.es/paquete.',
  ),
  passage(
    'returns',
    'Puede devolver un artículo en un plazo de treinta días. El reembolso se hace en 14 días por el mismo medio de pago. Si falta el embalaje, retenemos un 6,5 %. 1.º paso: escriba a devoluciones@tienda-alondra.es. 2.º paso: imprima la etiqueta. 3.º paso: entregue el paquete en una oficina de correos.',
  ),
  passage(
    'guitar',
    'La guitarra Alondra (referencia TA-3308) cuesta 1.250 €. Pesa 2 kg, mide 102 cm y se entrega con funda. La garantía es de tres años. Se puede pagar en doce cuotas sin intereses. El juego de 6 cuerdas cuesta 8,75 €.',
  ),
  passage(
    'croquettes',
    'Guarde las croquetas a -18 °C. La bolsa pesa 500 g y trae 20 unidades. Una vez abierta, se conserva quince días. La bolsa cuesta 5,60 €; la caja de 8 bolsas cuesta 39 €. Se fríen en 1,5 l de aceite a 180 °C durante cuatro minutos.',
  ),
  passage(
    'plans',
    'El plan Pro cuesta 20 € al mes por usuario, o 185 € al año. Incluye 10 GB de almacenamiento y una velocidad de 50 Mbit/s. Un equipo puede tener hasta 1.000 usuarios. La prueba gratuita dura 15 días. Se añade el 21 % de IVA. Los precios están en https://nubecita.example/precios.',
  ),
  passage(
    'release',
    'La versión 2.6.4 salió el 12 de marzo de 2027. Necesita 8 GB de memoria y 2,5 GB de disco. La versión 1.9 tendrá soporte hasta el 31 de diciembre de 2027. Descárguela de https://nubecita.example/descargas. La interfaz acepta 600 peticiones por minuto.',
  ),
  passage(
    'support',
    'Llámenos al +34 912 345 678 de lunes a viernes, de 9:30 a 18:00. Escriba a ayuda@nubecita.example y respondemos en 48 horas. La línea 900 123 456 es gratuita. La asistencia a domicilio cuesta 60 € por hora. El estado del servicio está en estado.nubecita.example.',
  ),
  passage(
    'town-hall',
    'El ayuntamiento está en la calle Mayor 17, 28013 Madrid. Abre de 8:15 a 15:00, y los jueves hasta las 19:00. La cita previa se pide en https://www.ayto-valdeflores.es/cita. El ayuntamiento cierra el 24/12/2026. La sala 207 está en la segunda planta.',
  ),
  passage(
    'passport',
    'El pasaporte cuesta 30 € y se paga con tarjeta. El plazo es de seis semanas. Es válido durante diez años para los mayores de 30 años. Traiga dos fotos y un certificado de menos de 3 meses. El duplicado por pérdida cuesta 12,20 €. Dudas: pasaportes@ayto-valdeflores.es.',
  ),
  passage(
    'parking',
    'Los primeros 20 minutos son gratuitos; después el aparcamiento cuesta 1,80 € por hora. La tarjeta de residente cuesta 96 € al año y se paga antes del 30 de junio de 2027 en la cuenta ES91 2100 0418 4502 0005 1332. El aparcamiento tiene 310 plazas y cierra a las 23:00. La multa es de 45 €.',
  ),
];
