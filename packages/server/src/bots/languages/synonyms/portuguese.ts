/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const PORTUGUESE = `
envio enviar entrega entregar expedição portes frete
reembolso reembolsar
devolução devolver
preço custo custar custa tarifa pagar taxa
grátis gratuito
desconto cupão código promoção
pagamento pagar cartão transferência
horário abrir aberto abertura fechar fechado
cancelar cancelamento anular rescindir
subscrição assinatura plano contrato
fatura recibo
senha palavra-passe acesso login
conta perfil
registo registar inscrever inscrição cadastro
contactar contato telefone ligar escrever email
avariado danificado defeituoso partido
reparar reparação conserto
garantia
troca trocar substituir substituição
rastrear seguir
atraso tarde
marcação reserva reservar
documento formulário certificado
eliminar apagar
levantar recolha
`;
