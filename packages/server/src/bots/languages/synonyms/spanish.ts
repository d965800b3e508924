/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const SPANISH = `
envío enviar entrega entregar mandar reparto transporte gastos_envío paquete
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
datos privacidad
copia restaurar recuperar
instalar instalación configurar
actualizar versión
prueba probar
pausar pausa suspender
corregir modificar cambiar
maleta equipaje
error equivocado
ordenador computadora
coche carro auto
equipo miembros usuarios
invitar añadir
niño menor infantil
discapacidad discapacitado accesible silla
aparcar aparcamiento parking garaje estacionar
país extranjero internacional
talla tamaño medida
lavar limpiar cuidado limpieza
disponible existencias stock
queja reclamación reclamar
recogida recoger
máximo límite
idioma lengua
ayuda soporte asistencia atención
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
médico doctor consulta
receta medicamento
vacuna vacunación
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
adulto mayor
bebé cuna
familia
invitado acompañante
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
servidor alojado
idioma inglés
tasas tasa impuesto
roto romper rompió dañado estropeado averiado
rebaja descuento promoción oferta rebajado
asesoría gestoría profesional asesor
gestor asesor gestoría
mascota perro animal perrito
gato gatito
chuletas barbacoa brasa parrilla asar carbón
niño hijo pequeño bebé menor
edad años
mínimo mínima menos
escalada escalar rocódromo
lavar lavadora lavandería ropa
secadora secar
visita visitante amigo invitado
tarde tardío
temporada verano
alta_temporada agosto
bungaló cabaña bungalow casita
parcela tienda_campaña acampar
caravana autocaravana furgoneta
electricidad luz enchufe
coche_eléctrico cargador recargar enchufar
toalla toallas
sábana sábanas ropa_cama
devolver devolución reembolso
reembolso devolución dinero
hospital ingresado enfermo enfermedad
piscina bañarse baño
pesca pescar
pista cancha
aparcar aparcamiento parking coche
autobús bus transporte
silla_ruedas accesible discapacidad movilidad_reducida
carrito cochecito
ascensor elevador
fumar tabaco cigarro pitillo
alcohol beber
comer comida restaurante
desayuno desayunar
cena cenar
vegetariano vegano
wifi internet conexión
ruido silencio
tienda supermercado
pan panadería
contraseña clave password
bloqueado fuera bloquear
usuario empleado
empresa compañía negocio sociedad
añadir agregar
otra adicional extra
rectificar corregir anular rectificativa
borrar eliminar quitar
error fallo mal
presupuesto cotización
prueba gratis gratuita
plan tarifa suscripción
cambiar_plan subir_plan
guardar conservar conservan almacenar
servidor servidores centro_datos datos
sitio lugar ubicación
copia_seguridad respaldo backup
importar subir
archivo documento
moneda divisa
banco bancaria cuenta
hacienda fiscal
integración conectar
horario horas
diente muela dental
muela_juicio cordal muela
extracción sacar extraer
limpieza limpiar higiene
sarro limpieza
empaste caries
blanqueamiento blanquear
ortodoncia brackets alineadores
implante prótesis
embarazada embarazo
encías sangrado
dolor duele
urgencia urgente
niños infantil odontopediatría
primera_visita primera consulta
radiografía rayos
anestesia dormir
financiación financiar plazos intereses
plazos cuotas mensualidades
seguro mutua aseguradora
cita consulta
cambiar_cita aplazar
faltar no_presentarse
análisis sangre
paquete pedido
península baleares
gastos_envío portes
express urgente
tienda_física local
regalo regalar
envolver envoltorio
tarjeta_regalo bono cheque
agotado stock
pieza recambio
efectivo metálico
bizum paypal transferencia
libro novela
multa sanción recargo
nivel principiante
examen prueba_nivel
apuntarse inscribirse
recuperar clase
beca ayuda
abono fertilizante
plaga bicho
cama supletoria cuna
vistas mar
boda celebración evento
fútbol deporte
fibra internet
velocidad megas
cobertura señal
permanencia contrato
router equipo
línea tarjeta_sim
técnico instalación
empadronamiento empadronarse
basura residuos
muebles voluminosos
permiso licencia
multa aparcamiento
robo robar
incendio fuego
agua inundación
siniestro daño
`;
