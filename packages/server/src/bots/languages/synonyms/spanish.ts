/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const SPANISH = `
envío enviar entrega entregar mandar reparto transporte gastos_envío paquete
paquete
reembolso reembolsar devolver_dinero dinero
devolución devolver retornar
desistimiento desistir
precio coste costo costar tarifa cuesta caro importe tasa gasto
gratis gratuito gratuitamente sin_coste
descuento rebaja oferta promoción código cupón vale reducido
pago pagar abonar tarjeta paypal transferencia
tarjeta visa
horario abrir abierto apertura cerrar cerrado cierre hora
cancelar cancelación anular anulación baja rescindir
suscripción plan abono contrato
factura facturación recibo
contraseña clave acceso
iniciar_sesión acceder entrar acceso login
cuenta perfil
registro registrar inscribir inscripción alta matrícula solicitar solicitud
contacto contactar llamar teléfono escribir correo
teléfono llamar número
correo email mail
dirección ubicación situado
roto dañado defectuoso averiado defecto
reparar reparación arreglar arreglo
garantía
cambio cambiar sustituir sustitución reemplazar reemplazo
recambio repuesto
perdido perder pérdida robado
seguimiento seguir rastrear localizar
retraso tarde
plazo tiempo duración demora tardar
vencimiento caducar plazo
cita reserva reservar turno
llevar aportar documento documentación papel
documento formulario certificado justificante
identidad pasaporte dni
multa sanción penalización
renovar renovación prorrogar ampliar prórroga
préstamo prestar
eliminar borrar suprimir
descargar exportar
importar
datos privacidad
copia restaurar recuperar
instalar instalación configurar
actualizar versión
prueba probar
alquilar alquiler
pausar pausa suspender
corregir modificar cambiar
maleta equipaje
error equivocado
celular móvil teléfono
ordenador computadora
coche carro auto
equipo miembros usuarios
invitar añadir
niño menor infantil
animal perro mascota
discapacidad discapacitado accesible silla
aparcar aparcamiento parking garaje estacionar
país extranjero internacional
talla tamaño medida
lavar limpiar cuidado limpieza
regalo
disponible existencias stock
queja reclamación reclamar
recogida recoger
mínimo menos
máximo límite
idioma lengua
ayuda soporte asistencia atención
estudiante
jubilado mayores
mudanza
matrimonio casarse boda
nacimiento nacer
basura residuo
olvidado restablecer olvidar
fin_semana sábado domingo
laborable hábil
ayuntamiento municipio
bicicleta bici
coche vehículo
médico doctor consulta
receta medicamento
vacuna vacunación
enfermo enfermedad
profesor profesora docente tutor
clase lección curso sesión
examen prueba test
alumno alumna estudiante
principiante inicial
certificado diploma título
habitación cuarto alojamiento
desayuno comida almuerzo cena
llegada llegar entrada check-in
salida salir marcharse check-out
noche estancia dormir
piscina nadar
toalla sábana
wifi internet red
fianza depósito señal
plazos cuota mensualidad fraccionar fraccionado
interés intereses
seguro asegurado cobertura cubrir
permiso autorización
norma regla condición
residente vecino empadronado
impuesto iva
carné licencia
imprimir impresora fotocopia
ordenador pc portátil
llave tarjeta acceso
carta correo
mueble sofá
montaje montar instalar
escalera ascensor
usado segunda_mano
batería cargador
móvil celular teléfono terminal
línea número portabilidad
gigas gb datos
roaming extranjero itinerancia
router fibra
avería corte incidencia sin_internet fallo
compensar compensación descontar descuento abono
permanencia compromiso
llamada llamar
baja cancelar darse_baja
alta contratar
mover cambiar aplazar mover_clase
ausencia faltar falta ausentar
recuperar recuperación
grupo
particular individual privada
nivel
niño hijo menor
adulto mayor
bebé cuna
familia
invitado acompañante
factura recibo
banco cuenta iban domiciliación
recordatorio aviso
anual año
mensual mes
mañana
tarde noche
festivo vacaciones
verano julio agosto
invierno diciembre
planta flor árbol
tierra sustrato abono
regar riego agua
maceta tiesto
poda podar
alergia alérgico
fumar tabaco
ruido
foto imagen
firma firmar
copia duplicado
error equivocación incorrecto
recoger retirar
maletas equipaje consigna
socorrista vigilante
toldo sombrilla
animales perro mascota
alquiler alquilar bicicletas
antelación anticipación previo aviso
cobrar cargo cobro
gratis incluido
último_día plazo
retraso demora
cuesta cuestan costar coste
abre abren abrir abierto
cierra cierran cerrar cerrado
devolver devuelto devuelvo devolución
perder pierdo perdido pierde pérdida
tarjeta_regalo vale
guía_tallas talla
color tono
agotado disponible
suscribir boletín
número_seguimiento seguimiento
urgente exprés rápido
punto_recogida taquilla
almacenamiento espacio
usuario licencia puesto
verificación autenticación seguridad
aplicación app móvil
navegador chrome firefox
archivo adjunto fichero
notificación alerta
partida_nacimiento nacimiento
empadronamiento empadronar padrón
vehículo coche matriculación
muebles_viejos recogida enseres
tramitación trámite plazo
fotografía foto
presencial ventanilla persona
internet línea online
antelación previo anticipación
servidor alojado
copia_seguridad backup
idioma inglés
tasas tasa impuesto
`;
